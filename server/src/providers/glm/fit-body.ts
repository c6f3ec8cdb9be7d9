import { recordOf, recordsOf } from '@sluice/contract/read-json'
import { type Body, type FitBody, type FittedBody, fitTo, joinFits, unchanged } from '../fit-body.ts'

/** The ends of the range are refused. */
const between = (value: unknown): unknown => (typeof value === 'number' ? Math.min(Math.max(value, 0.01), 0.99) : value)

const dialect = {
  rename: { max_completion_tokens: 'max_tokens' },
  refuses: ['presence_penalty', 'frequency_penalty', 'logit_bias', 'seed', 'n'],
  values: {
    temperature: between,
    top_p: between,
    // At most one stop sequence is accepted, as a list.
    stop: (stop: unknown) => (Array.isArray(stop) ? stop.slice(0, 1) : [stop]),
  },
}

/** https://docs.z.ai/api-reference/llm/chat-completion, as known on 2026-11-20 */
export const fitBody: FitBody = (body, { operation }) => {
  if (operation !== 'chat') return unchanged
  const isCut = Array.isArray(body.stop) && body.stop.length > 1
  const fitted = [fitTo(dialect, body), { ...unchanged, lost: isCut ? ['stop'] : [] }, fitToolChoice(body)].reduce(
    joinFits,
  )
  if (body.temperature !== 0) return fitted
  const { temperature: _, ...set } = fitted.set
  return { ...fitted, set: { ...set, do_sample: false }, remove: [...fitted.remove, 'temperature'] }
}

/**
 * Only `auto` is accepted as tool choice: without a permitted tool none is offered, and a named tool is offered alone.
 */
function fitToolChoice({ tools, tool_choice: choice }: Body): FittedBody {
  if (choice === undefined || choice === null || choice === 'auto') return unchanged
  if (choice === 'none') return { set: {}, remove: ['tools', 'tool_choice'], lost: [] }
  const { name } = recordOf(recordOf(choice).function)
  const named = recordsOf(tools).filter((tool) => recordOf(tool.function).name === name)
  return { set: named.length > 0 ? { tools: named } : {}, remove: ['tool_choice'], lost: ['tool_choice'] }
}
