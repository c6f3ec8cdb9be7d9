import { channelTypeOf, customType, ownTypesFrom } from '@sluice/contract/channel-types'
import { isOneApi, type Layout } from '../layout.ts'

export interface ImportedType {
  type: number
  /** The other program's default address, if it differs from that of the type here. */
  baseUrl?: string
  /** The type is not supported: the channel is imported disabled. */
  isUnserved?: true
}

const openai = 1
const openaiAt = (baseUrl: string): ImportedType => ({ type: openai, baseUrl })
const unserved: ImportedType = { type: customType, isUnserved: true }

/** One API's numbers from 2 on that mean something else here; the others agree. */
const oneApiTypes: Readonly<Record<number, ImportedType>> = {
  2: openaiAt('https://oa.api2d.net'),
  4: openaiAt('https://api.closeai-proxy.xyz'),
  5: openaiAt('https://api.openai-sb.com'),
  26: openaiAt('https://api.baichuan-ai.com'),
  27: { type: 35 },
  28: { type: 42 },
  29: openaiAt('https://api.groq.com/openai'),
  30: { type: 4 },
  32: openaiAt('https://api.stepfun.com'),
  34: { type: 49 },
  35: { type: 34 },
  36: { type: 43 },
  37: { type: 39 },
  38: unserved,
  39: openaiAt('https://api.together.xyz'),
  40: { type: 45 },
  41: openaiAt('https://api.novita.ai/v3/openai'),
  42: { type: 41 },
  43: unserved,
  44: { type: 40 },
  45: { type: 48 },
  46: unserved,
  47: { type: 46 },
  48: openaiAt('https://spark-api-open.xf-yun.com'),
  49: { type: 17 },
  50: { type: openai },
  51: { type: 24 },
}

export function importedType(layout: Layout, type: number): ImportedType {
  const known = isOneApi(layout) ? oneApiTypes[type] : undefined
  if (known) return known
  // From there on, the other program means a type that is not known here, whatever the number means here.
  return type >= ownTypesFrom || channelTypeOf(type) === undefined ? unserved : { type }
}
