import type { multiKeyStatus } from '@sluice/contract/channel'
import { channelStatus } from '@sluice/contract/roles'
import type { z } from 'zod'

type Status = z.output<typeof multiKeyStatus>

const pageSizeDefault = 50
const pageSizeMax = 1_000
const previewLength = 4
/** A key must be much longer than the part of it that is shown. */
const previewedLengthMin = 16

/**
 * A page of the keys of a channel. All are enabled: no state of a single key is kept. A page beyond the end is the last
 * one.
 */
export function listKeys(
  keys: readonly string[],
  asked: { page?: number | undefined; page_size?: number | undefined; status?: number | undefined },
): Status {
  const wanted = asked.status === undefined || asked.status === 0 || asked.status === channelStatus.enabled
  const found = wanted
    ? keys.map((key, index) => ({ index, status: channelStatus.enabled, key_preview: previewOf(key) }))
    : []
  const size =
    asked.page_size !== undefined && asked.page_size > 0
      ? Math.min(asked.page_size, pageSizeMax)
      : pageSizeDefault
  const pages = Math.max(1, Math.ceil(found.length / size))
  const page = Math.min(Math.max(asked.page ?? 1, 1), pages)
  return {
    keys: found.slice((page - 1) * size, page * size),
    total: found.length,
    page,
    page_size: size,
    total_pages: pages,
    enabled_count: keys.length,
    manual_disabled_count: 0,
    auto_disabled_count: 0,
  }
}

const previewOf = (key: string): string =>
  key.length < previewedLengthMin || key.startsWith('{') ? '…' : `…${key.slice(-previewLength)}`
