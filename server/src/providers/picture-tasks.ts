import type { ImageWire, MediaError } from '../core/media.ts'
import type { CallOperation } from '../protocols/call-operation.ts'
import { defineVideoProvider, type Provider } from './provider.ts'
import type { VideoError } from './video-wire.ts'

const operations: readonly CallOperation[] = ['image_generations', 'image_edits']

/** How a model makes pictures; null = it makes none. */
type PicturesOf = (upstreamModel: string) => { wire: ImageWire; path: string } | null

/** A provider of videos that makes pictures, too: tasks, whose results answer the call for images. */
export function definePictureProvider(
  provider: Parameters<typeof defineVideoProvider>[0],
  picturesOf: PicturesOf,
): Provider {
  const found = (operation: CallOperation, model: string) => (operations.includes(operation) ? picturesOf(model) : null)
  return {
    ...defineVideoProvider(provider),
    operations,
    urlOf({ operation, upstreamModel, channel }) {
      const path = found(operation, upstreamModel)?.path
      const root = channel.baseUrl ?? provider.baseUrl
      return path === undefined || root === null ? null : root + path
    },
    mediaWireOf: ({ operation, upstreamModel }) => found(operation, upstreamModel)?.wire ?? null,
  }
}

/** The error of a call for images. A refusal of the content goes to no other channel. */
export const pictureError = ({ fault, message }: VideoError, type?: string): MediaError =>
  fault === 'moderation'
    ? { message, type: 'invalid_request_error', code: 'content_policy_violation' }
    : { message, ...(type !== undefined && { type }) }
