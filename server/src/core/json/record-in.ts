import { type JsonRecord, parseRecord } from '@sluice/contract/read-json'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The text of bytes in UTF-8. A Buffer over them would take 2 to 5 times as long: the runtime moves a short array into
 * memory of its own when its `buffer` is read.
 */
export const textOfBytes = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Whether the text occurs in the bytes. */
export const includesText = (bytes: Uint8Array, text: string): boolean => Buffer.prototype.includes.call(bytes, text)

/** The JSON object in a body; null if it is not one. */
export const recordIn = (body: Uint8Array): JsonRecord | null => parseRecord(textOfBytes(body))
