import { mediaAddresses, withMedia } from '../../protocols/anthropic-messages/media-addresses.ts'
import { pictureAddresses, withPictures } from '../../protocols/openai-chat/picture-addresses.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'

/** Where a format's bodies hold media by address, for bodies that otherwise pass unchanged. */
export interface MediaPlaces {
  /** One for each occurrence. */
  addressesIn(body: Record<string, unknown>): string[]
  /** The messages with data URLs, by address, in place. */
  withFetched(messages: unknown, fetched: ReadonlyMap<string, string>): unknown
}

export const mediaPlaces: Partial<Record<WireFormatId, MediaPlaces>> = {
  openai: { addressesIn: pictureAddresses, withFetched: withPictures },
  anthropic: { addressesIn: mediaAddresses, withFetched: withMedia },
}
