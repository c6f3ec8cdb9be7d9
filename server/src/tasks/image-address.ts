import type { DrawingSettings } from '@sluice/contract/drawing-settings'
import type { Config } from '../platform/config.ts'
import { isEqualSecret, type SecretBox } from '../platform/secret-box.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { publicAddress } from '../state/public-address.ts'

const purpose = 'task image'

/**
 * The address at which this server shows the picture of a task. It cannot be guessed, and gives access to the picture.
 */
export const imagePathOf = (secretBox: Pick<SecretBox, 'lookup'>, id: number): string =>
  `/mj/image/${id}-${secretBox.lookup(String(id), purpose)}`

/** The task of the last path segment of such an address; null = this server did not issue it. */
export function parseImageName(secretBox: Pick<SecretBox, 'lookup'>, name: string): number | null {
  const found = /^([1-9]\d{0,15})-([\w-]{43})$/.exec(name)
  if (!found) return null
  const [, id = '', proof = ''] = found
  return isEqualSecret(secretBox.lookup(id, purpose), proof) ? Number(id) : null
}

/** Public image hosts. Other hosts may be the operator's, so the operator's setting applies to their addresses. */
const pictureHosts: ReadonlySet<string> = new Set(['cdn.discordapp.com', 'media.discordapp.net', 'cdn.midjourney.com'])

/**
 * The address that clients get for the picture at `raw`; '' = none. While the picture can still change, the
 * address changes with it.
 */
export function imageUrlOf(
  { secretBox, config }: { secretBox: Pick<SecretBox, 'lookup'>; config: Pick<Config, 'PORT' | 'BASE_PATH'> },
  options: Pick<OptionValues, 'MjForwardUrlEnabled' | 'ServerAddress'>,
  task: { id: number; revision: number; status?: string },
  raw: string,
  { pictures, mirror }: Pick<DrawingSettings, 'pictures' | 'mirror'> = {},
): string {
  if (raw === '') return ''
  const place = placeOf(raw)
  if (place !== null && pictures === 'origin') return raw
  if (place !== null && pictures === 'mirror' && mirror !== undefined) return mirror.replace(/\/+$/, '') + place
  if (!options.MjForwardUrlEnabled && pictures !== 'gateway') return raw
  const rand = task.status === undefined || task.status === 'SUCCESS' ? '' : `?rand=${task.revision}`
  return publicAddress(options, config) + imagePathOf(secretBox, task.id) + rand
}

/** The path at a public image host; null for other addresses. */
function placeOf(raw: string): string | null {
  if (!URL.canParse(raw)) return null
  const { protocol, host, pathname, search } = new URL(raw)
  return protocol === 'https:' && pictureHosts.has(host) ? pathname + search : null
}
