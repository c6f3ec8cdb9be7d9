import { type JsonRecord, parseRecord } from '@sluice/contract/read-json'

/** The text of bytes, which are not copied. */
export const textOfBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

/** The JSON object in a body; null if it is not one. */
export const recordIn = (body: Uint8Array): JsonRecord | null => parseRecord(textOfBytes(body))
