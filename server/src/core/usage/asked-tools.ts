import { isToolName, searchTools, type ToolName } from '@sluice/contract/tool-prices'
import { isOneOf } from '@sluice/contract/typed-keys'
import { type HostedTool, hostedTool } from './hosted-tools.ts'
import type { ToolRun } from './tool-runs.ts'
import { noUsage } from './usage.ts'

/** A paid tool that a request lets the upstream use. */
export interface AskedTool {
  /** Its type in `tools`, or its name in `field`. */
  readonly type: string
  /** The top-level field that asks for it; absent = `tools`. */
  readonly field?: string
  /** The most that it may do; of searches, which are counted beside tools, 0. */
  readonly run: ToolRun
  /** Its setting in the request that decides the price, for refusals: a model, a size of memory, a file type. */
  readonly option: string
  /** It makes what has no price at all. */
  readonly isUnpriced?: boolean
  /** It is charged with each answer: no answer counts its runs. */
  readonly isCertain?: true
  /** Another tool of the request makes its runs free. */
  readonly isFree?: true
  /** The model of its run may answer in place of the called one, at whose price the answer is charged. */
  readonly isInPlace?: true
}

/** A tool of a request by its type; null for one that costs nothing. `calls`: the most that it may run. */
export function askedByType(format: Parameters<typeof hostedTool>[0], type: string, calls = 1): AskedTool | null {
  const known = hostedTool(format, type)
  return known ? askedKnown(known, type, calls) : askedOther('tools', type)
}

function askedKnown(known: HostedTool, type: string, calls: number): AskedTool | null {
  if (known.runs !== 'paid') return null
  const { tool } = known
  return { type, run: { tool, count: isOneOf(searchTools, tool) ? 0 : calls }, option: tool }
}

/** A tool or plugin that the gateway does not know. It is charged by the answer, where the operator has set a price. */
export function askedOther(place: 'tools' | 'plugins', type: string): AskedTool {
  const name = `${place}.${type}`
  const tool: ToolName = isToolName(name) ? name : unnamed
  const asked = { type, run: { tool, count: 1 }, option: tool, isCertain: true } as const
  return place === 'tools' ? asked : { ...asked, field: place }
}

/** A top-level field that asks for a tool of its own name. */
export const askedField = (field: string): AskedTool => ({ ...askedOther('tools', field), field })

/**
 * Fields without which a call would be another one, so that they are never removed: settings that an upstream stores,
 * such as instructions and tools, and what a client says about the hosts that may answer.
 */
const keptFields = ['prompt', 'cachedContent', 'provider', 'agent', 'agent_reference'] as const

/** What such a field asks for. Nothing in the request says what it costs. */
export const askedKept = (field: (typeof keptFields)[number]): AskedTool => askedField(field)

/** Whether the tool belongs to the call itself: to its model, an item of the conversation, or one of those fields. */
export const isPartOfCall = ({ field = '' }: AskedTool): boolean =>
  field === 'model' || field === 'input' || isOneOf(keptFields, field)

/** Models that may answer in place of the called one, by the field that names them. */
export const askedInPlace = (field: 'fallbacks' | 'models', models: readonly string[]): AskedTool[] =>
  models.map((model) => ({
    type: field,
    field,
    run: { tool: `tools.${field}`, count: 0, model, usage: noUsage },
    option: model,
    isInPlace: true,
  }))

/** Of types that no price can name. */
const unnamed = 'tools.unnamed'
