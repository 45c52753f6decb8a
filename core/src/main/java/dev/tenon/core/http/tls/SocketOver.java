package dev.tenon.core.http.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;

/// A connected socket that is another one, except for what it overrides.
class SocketOver extends Socket {
  private final Socket over;

  SocketOver(Socket over) throws SocketException {
    super((SocketImpl) null);
    this.over = over;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return over.getInputStream();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return over.getOutputStream();
  }

  @Override
  public InetAddress getInetAddress() {
    return over.getInetAddress();
  }

  @Override
  public int getPort() {
    return over.getPort();
  }

  @Override
  public InetAddress getLocalAddress() {
    return over.getLocalAddress();
  }

  @Override
  public int getLocalPort() {
    return over.getLocalPort();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return over.getRemoteSocketAddress();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return over.getLocalSocketAddress();
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    over.setSoTimeout(millis);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return over.getSoTimeout();
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    over.setTcpNoDelay(on);
  }

  @Override
  public int getSoLinger() throws SocketException {
    return over.getSoLinger();
  }

  @Override
  public boolean isConnected() {
    return over.isConnected();
  }

  @Override
  public boolean isBound() {
    return over.isBound();
  }

  @Override
  public boolean isClosed() {
    return over.isClosed();
  }

  @Override
  public boolean isInputShutdown() {
    return over.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return over.isOutputShutdown();
  }

  @Override
  public void shutdownInput() throws IOException {
    over.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    over.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    over.close();
  }

  @Override
  public String toString() {
    return "over " + over;
  }
}
