import type { Server, ServerWebSocket, WebSocketHandler } from 'bun'

/** Bytes are never in shared memory. */
export type ClientMessage = string | Uint8Array<ArrayBuffer>

/** Receives the events of one client connection. */
export interface SocketListener {
  opened(socket: ClientSocket): void
  message(message: ClientMessage): void
  /** All queued data has been sent. */
  drained(): void
  closed(): void
}

export type ClientSocket = Pick<
  ServerWebSocket<SocketListener>,
  'send' | 'close' | 'terminate' | 'pause' | 'resume' | 'getBufferedAmount'
>

const pingSeconds = 120

/** The WebSocket side of the server: passes the events of each connection to its listener. */
export const socketHandlers = (messageBytesMax: number): WebSocketHandler<SocketListener> => ({
  maxPayloadLength: messageBytesMax,
  idleTimeout: pingSeconds,
  // Unread data is bounded by pausing the upstream, not by dropping messages.
  backpressureLimit: 0x7fff_ffff,
  open: (socket) => socket.data.opened(socket),
  message: (socket, message) => socket.data.message(message),
  drain: (socket) => socket.data.drained(),
  close: (socket) => socket.data.closed(),
})

/**
 * Upgrades the request to a WebSocket; false if it does not ask for one. The listener is the data of `socketHandlers`.
 */
export const upgrade = (
  server: Server<unknown>,
  request: Request,
  listener: SocketListener,
  protocol: string | null,
): boolean =>
  server.upgrade(request, {
    data: listener,
    headers: protocol === null ? {} : { 'sec-websocket-protocol': protocol },
  })
