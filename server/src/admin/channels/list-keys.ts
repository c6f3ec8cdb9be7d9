import { keyPageSizeDefault, keyPageSizeMax, type multiKeyStatus } from '@sluice/contract/multi-key'
import { channelStatus } from '@sluice/contract/roles'
import type { z } from 'zod'
import { channelReasonOr } from '../../core/channel-reason.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { ChannelKeys } from '../../state/channel-keys.ts'

type Status = z.output<typeof multiKeyStatus>

const previewLength = 4
/** A key must be much longer than the part of it that is shown. */
const previewedLengthMin = 16

export interface KeyFacts {
  markOf(key: string): string
  /** Milliseconds; 0 = never, as far as is known. */
  usedAt(key: string): number
  language: Language
}

/** A page of the keys of a channel with their states. A page beyond the end is the last one. */
export function listKeys(
  channelKeys: ChannelKeys,
  request: { page?: number | undefined; page_size?: number | undefined; status?: number | undefined },
  { markOf, usedAt, language }: KeyFacts,
): Status {
  const statusOf = (key: string): number => channelKeys.offKeys.get(key)?.status ?? channelStatus.enabled
  const places = channelKeys.allKeys.map((key, index) => ({ key, index, status: statusOf(key) }))
  const found = request.status ? places.filter(({ status }) => status === request.status) : places
  const { page_size: pageSize = 0 } = request
  const size = pageSize > 0 ? Math.min(pageSize, keyPageSizeMax) : keyPageSizeDefault
  const pages = Math.max(1, Math.ceil(found.length / size))
  const page = Math.min(Math.max(request.page ?? 1, 1), pages)
  const countOf = (wanted: number) => places.filter(({ status }) => status === wanted).length
  return {
    keys: found.slice((page - 1) * size, page * size).map(({ key, index, status }) => {
      const state = channelKeys.offKeys.get(key)
      const reason = state && channelReasonOr(state.text, state.reason, language)
      return {
        index,
        key_id: markOf(key),
        key_preview: previewOf(key),
        status,
        ...(state && state.at > 0 && { disabled_time: state.at }),
        ...(reason && { reason }),
        last_used_time: Math.floor(usedAt(key) / 1_000),
      }
    }),
    total: found.length,
    page,
    page_size: size,
    total_pages: pages,
    enabled_count: countOf(channelStatus.enabled),
    manual_disabled_count: countOf(channelStatus.disabled),
    auto_disabled_count: countOf(channelStatus.autoDisabled),
  }
}

const previewOf = (key: string): string =>
  key.length < previewedLengthMin || key.startsWith('{') ? '…' : `…${key.slice(-previewLength)}`
