import type { ImageWire, MediaError, MediaTasks } from '../../core/media.ts'
import { providerOf } from '../../providers/index.ts'
import type { ChannelState } from '../../state/snapshot.ts'

/** A wire whose answers name tasks. */
export type PictureWire = ImageWire & { readonly tasks: MediaTasks }

const operations = ['image_generations', 'image_edits'] as const
export type PictureOperation = (typeof operations)[number]

/** The operation of a call, if it makes pictures that may be tasks; undefined = it does not. */
export const pictureOperationOf = (operation: string): PictureOperation | undefined =>
  operations.find((one) => one === operation)

/** How a channel makes pictures with a model, if that is a task; null = it is not. */
export function pictureWireOf(
  { type }: Pick<ChannelState, 'type'>,
  operation: PictureOperation,
  upstreamModel: string,
): PictureWire | null {
  const wire = providerOf(type)?.mediaWireOf?.({ operation, upstreamModel, isStream: false })
  return wire?.kind === 'images' && wire.tasks ? { ...wire, tasks: wire.tasks } : null
}

/** Whether the maker refuses the content. */
export const isContentRefusal = ({ code, type }: MediaError): boolean =>
  code === 'content_policy_violation' || type === 'content_filter'
