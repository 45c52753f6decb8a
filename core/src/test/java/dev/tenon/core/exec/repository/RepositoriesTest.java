package dev.tenon.core.exec.repository;

class RepositoriesTest {}
