/** Where copies of files are kept. */
export interface FilePlace {
  /** Writes a file as it arrives. Throws what `chunks` throws; then nothing is left there. */
  save(key: string, chunks: AsyncIterable<Uint8Array>, mediaType: string, signal: AbortSignal): Promise<void>
  /** The bytes from `from` to `to`, both included. Throws if it is not there. */
  open(key: string, range: { from: number; to: number }, signal: AbortSignal): Promise<ReadableStream | Blob>
  /** Without effect if it is not there. */
  remove(key: string, signal: AbortSignal): Promise<void>
}
