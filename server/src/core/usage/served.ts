import { type MadeAxis, madeAxes, type NamedAxis, type ServedAxis, servedAxes } from '@sluice/contract/price-axes'
import { servedPattern } from '@sluice/contract/price-rules'
import type { JsonRecord } from '@sluice/contract/read-json'

/**
 * How a call was served apart from its tokens, and what it made. An axis is absent where it is unknown, or the standard
 * one.
 */
export type Served = Readonly<Partial<Record<NamedAxis, string>>>

/** What a call made: the part of `Served` that says so. An axis is absent where it is unknown. */
export type Made = Readonly<Partial<Record<MadeAxis, string>>>

/** How a request asks to be served: each axis on which it names something other than the standard. */
export type Asked = Readonly<Partial<Record<ServedAxis, AskedValue>>>

interface AskedValue {
  readonly value: string
  /** The top-level field of the request. */
  readonly field: string
}

/** `on_demand`: Groq. `batch`: batches have prices of their own. `not_available`: Anthropic, models without regions. */
const standardNames: Readonly<Record<ServedAxis, readonly string[]>> = {
  tier: ['default', 'standard', 'standard_only', 'on_demand', 'unspecified', 'batch', 'auto'],
  speed: ['standard'],
  geo: ['global', 'not_available'],
}

/**
 * Names that cost less than the standard, wherever they have a price; Vertex AI's `provisioned` is paid by the hour.
 */
const cheaperNames: Readonly<Record<ServedAxis, readonly string[]>> = {
  tier: ['flex', 'offpeak', 'provisioned'],
  speed: [],
  geo: [],
}

/** A request for it may be served in any tier. */
const anyTier = 'auto'

const isStandard = (axis: ServedAxis, name: string): boolean => standardNames[axis].includes(name)

/** Whether a maker may charge more for it. Unknown names may cost anything. */
export const isDearer = (axis: ServedAxis, name: string): boolean =>
  !isStandard(axis, name) && !cheaperNames[axis].includes(name)

/** Google writes `SERVICE_TIER_PRIORITY` for `priority`. */
const spelled = (text: string): string => text.toLowerCase().replace(/^service_tier_/, '')

const standardAnswer: Readonly<Record<ServedAxis, Served>> = {
  tier: { tier: 'default' },
  speed: { speed: 'standard' },
  geo: { geo: 'global' },
}

/** What an answer says about one axis; null if it says nothing. Nearly every answer has the standard. */
export function readServed(axis: ServedAxis, value: unknown): Served | null {
  if (typeof value !== 'string') return null
  const name = spelled(value)
  if (isStandard(axis, name)) return standardAnswer[axis]
  return servedPattern.test(name) ? { [axis]: name } : null
}

/** What an answer says about several axes; null if it says nothing. */
export function readServedAxes(values: Readonly<Record<ServedAxis, unknown>>): Served | null {
  const read = servedAxes.flatMap((axis) => readServed(axis, values[axis]) ?? [])
  return read.length === 0 ? null : Object.assign({}, ...read)
}

/** The fields of OpenAI's formats and of Anthropic's. */
const askedFields: Readonly<Record<ServedAxis, string>> = {
  tier: 'service_tier',
  speed: 'speed',
  geo: 'inference_geo',
}

/** The same, and the field of Gemini. */
export const askedFieldNames: Readonly<Record<ServedAxis, readonly string[]>> = {
  tier: [askedFields.tier, 'serviceTier'],
  speed: [askedFields.speed],
  geo: [askedFields.geo],
}

/** The axes on which a body asks for something other than the standard, by its top-level fields; undefined = none. */
export function readAsked(
  body: JsonRecord,
  fields: Readonly<Partial<Record<ServedAxis, string>>> = askedFields,
): Asked | undefined {
  let asked: Asked | undefined
  for (const axis of servedAxes) {
    const field = fields[axis]
    const value = field === undefined ? undefined : body[field]
    if (field === undefined || typeof value !== 'string' || value === '') continue
    const name = spelled(value)
    if (name === anyTier || !isStandard(axis, name)) asked = { ...asked, [axis]: { value: name, field } }
  }
  return asked
}

/**
 * How a call was served: the answer decides. Where it does not say, a dearer way that was asked for counts; a cheaper
 * one must be confirmed, because hosts without it ignore the field. Undefined = in the standard way.
 */
export function servedAs(answered: Served | undefined, asked: Asked | undefined): Served | undefined {
  if (answered === undefined && asked === undefined) return undefined
  let served: Served | undefined
  for (const axis of servedAxes) {
    const name = answered?.[axis] ?? dearerOf(axis, asked)
    if (name !== undefined && !isStandard(axis, name)) served = { ...served, [axis]: name }
  }
  return served
}

function dearerOf(axis: ServedAxis, asked: Asked | undefined): string | undefined {
  const name = asked?.[axis]?.value
  return name !== undefined && isDearer(axis, name) ? name : undefined
}

/** What a request asks for that may cost more; undefined = nothing. */
export const dearerAsked = (asked: Asked): Served | undefined => servedAs(undefined, asked)

/** As what a request asks to be served; undefined = in the standard way, or as the upstream chooses. */
export function servedAsAsked(asked: Asked): Served | undefined {
  const named = servedAxes.flatMap((axis) => {
    const name = asked[axis]?.value
    return name === undefined || name === anyTier ? [] : [[axis, name] as const]
  })
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

/**
 * All ways in which a request may be served, the standard one first. `tiersOf`: the tiers that have a price, for a
 * request that leaves the tier to the upstream.
 */
export function possibleServings(asked: Asked, tiersOf: () => readonly string[]): (Served | undefined)[] {
  let ways: (Served | undefined)[] = [undefined]
  for (const axis of servedAxes) {
    const name = asked[axis]?.value
    if (name === undefined) continue
    const names = name === anyTier ? tiersOf() : [name]
    ways = ways.flatMap((way) => [way, ...names.map((one) => ({ ...way, [axis]: one }))])
  }
  return ways
}

/** What is asked for by other fields than these; undefined = nothing. The same object if none of them asks. */
export function withoutFields(asked: Asked, fields: readonly string[]): Asked | undefined {
  const lost = servedAxes.filter((axis) => fields.includes(asked[axis]?.field ?? ''))
  if (lost.length === 0) return asked
  const kept = servedAxes.filter((axis) => asked[axis] !== undefined && !lost.includes(axis))
  return kept.length === 0 ? undefined : Object.fromEntries(kept.map((axis) => [axis, asked[axis]]))
}

/** What a request or an answer says that is made; undefined = nothing. `auto` leaves it to the upstream. */
export function readMade(values: Readonly<Partial<Record<MadeAxis, unknown>>>): Made | undefined {
  let made: Made | undefined
  for (const axis of madeAxes) {
    const value = values[axis]
    if (typeof value !== 'string') continue
    const name = value.toLowerCase().replace(/[*×]/, 'x')
    if (name !== anyMade && servedPattern.test(name)) made = { ...made, [axis]: name }
  }
  return made
}

const anyMade = 'auto'

/** How a call was served together with what it made. */
export const servedAndMade = (served: Served | undefined, made: Made | undefined): Served | undefined =>
  made === undefined || Object.keys(made).length === 0 ? served : { ...served, ...made }
