package dev.tenon.core.model;

/// How much a model may think before it answers. `DEFAULT` leaves it to the provider.
public enum Effort {
  DEFAULT,
  OFF,
  LOW,
  MEDIUM,
  HIGH,
  MAX
}
