/**
 * Ports of peers that wait for an answer. A connection is identified only by its peer's port: another connection with
 * the same port counts as busy too, which only keeps it open.
 */
export interface BusyPorts {
  /** Marks the port as busy until the returned function is called, once. */
  enter(port: number): () => void
  has(port: number): boolean
}

export function createBusyPorts(): BusyPorts {
  const counts = new Uint32Array(65_536)
  return {
    enter(port) {
      counts[port] = (counts[port] ?? 0) + 1
      return () => {
        counts[port] = (counts[port] ?? 1) - 1
      }
    },
    has: (port) => (counts[port] ?? 0) > 0,
  }
}
