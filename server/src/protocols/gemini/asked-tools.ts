import { isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'
import { camelNameOf } from '../../core/json/camel-name.ts'
import { type AskedTool, askedByType, askedField, askedKept } from '../../core/usage/asked-tools.ts'
import { field, toolsIn } from './wire.ts'

/**
 * Model Armor reads prompt and answer for Vertex, at a price of its own by the token.
 * https://docs.cloud.google.com/model-armor/model-armor-vertex-integration, read 2026-11-29
 */
const armorFields = ['modelArmorConfig', 'model_armor_config'] as const

/** The paid tools of a body, by the keys of its tools. Undefined without any. */
export function readAskedTools(body: JsonRecord): readonly AskedTool[] | undefined {
  const keys = toolsIn(body).flatMap((tool) => Object.keys(tool).filter((key) => tool[key] !== null))
  const asked = [
    ...keys.flatMap((key) => askedByType('gemini', camelNameOf(key)) ?? []),
    ...armorFields.filter((name) => isRecord(body[name])).map(askedField),
    ...askedCache(body),
  ]
  return asked.length === 0 ? undefined : asked
}

/** A cache may name tools. https://ai.google.dev/api/caching, read 2026-11-29 */
const askedCache = (body: JsonRecord): AskedTool[] =>
  textOf(field(body, 'cachedContent')) === '' ? [] : [askedKept('cachedContent')]
