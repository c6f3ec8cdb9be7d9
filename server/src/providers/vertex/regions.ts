import { makeReason, type Reason, reasonAt } from '@sluice/contract/error-reasons'
import { parseRecord } from '@sluice/contract/read-json'

const regionByDefault = 'global'
const region = /^[a-z][a-z0-9-]{1,40}$/
/** The entry beside the regions that names where videos are stored, as the API does. */
const storage = 'storageUri'
const bucket = /^gs:\/\/[a-z0-9][\w.-]{1,220}[a-z0-9](\/[\w./-]*)?$/

type Regions = Readonly<Record<string, string>>
type ParsedRegions = { ok: true; regions: Regions } | { ok: false; reason: Reason }

/** The entries in a channel's `other`, by model and `default`; a reason when it cannot be read. */
function parseRegions(other: string): ParsedRegions {
  const text = other.trim()
  if (text === '') return { ok: true, regions: { default: regionByDefault } }
  if (!text.startsWith('{')) return { ok: true, regions: { default: text } }
  const wire = parseRecord(text)
  if (wire === null) return { ok: false, reason: makeReason('notJson') }
  const wrong = Object.entries(wire).find(([, value]) => typeof value !== 'string')
  if (wrong) return { ok: false, reason: reasonAt(wrong[0], makeReason('mustBeText')) }
  // All values are texts, as `wrong` found no other.
  return { ok: true, regions: wire as Regions }
}

/** Why `other` is invalid; null = it is valid. */
export function objectionToRegions(other: string): Reason | null {
  const parsed = parseRegions(other)
  if (!parsed.ok) return parsed.reason
  const { [storage]: place, ...regions } = parsed.regions
  if (place !== undefined && !bucket.test(place)) return reasonAt(storage, makeReason('notBucket'))
  const wrong = Object.values(regions).find((name) => !region.test(name))
  if (wrong !== undefined) return makeReason('notRegion', { what: wrong.slice(0, 40) })
  return Object.hasOwn(regions, 'default') ? null : makeReason('regionDefault')
}

/** The region for `model`; null when the channel names none for it, or an invalid one. */
export function regionOf(other: string, model: string): string | null {
  const parsed = parseRegions(other)
  if (!parsed.ok) return null
  const { regions } = parsed
  const name = Object.hasOwn(regions, model) ? regions[model] : regions.default
  return name !== undefined && region.test(name) ? name : null
}

/** The folder of a bucket in which videos are stored, `gs://…`; '' = they are in answers. */
export function storageOf(other: string): string {
  const parsed = parseRegions(other)
  const place = parsed.ok && Object.hasOwn(parsed.regions, storage) ? parsed.regions[storage] : undefined
  return place !== undefined && bucket.test(place) ? place : ''
}

/** https://docs.cloud.google.com/vertex-ai/docs/reference/rest, as known on 2026-11-22 */
export function hostOf(name: string): string {
  if (name === regionByDefault) return 'https://aiplatform.googleapis.com'
  if (name === 'us' || name === 'eu') return `https://aiplatform.${name}.rep.googleapis.com`
  return `https://${name}-aiplatform.googleapis.com`
}
