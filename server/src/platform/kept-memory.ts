/**
 * Milliseconds for which the runtime keeps freed memory before it returns it to the system. By default 100: under load
 * the pages of a large prompt are then returned and requested again with each call.
 */
const keptMs = '5000'

/** Variables that the runtime's allocator reads at its start. */
export const keptMemory = {
  MIMALLOC_PURGE_DELAY: keptMs,
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: keptMs,
}
