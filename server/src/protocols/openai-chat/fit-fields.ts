import type { JsonRecord } from '@sluice/contract/read-json'
import { entriesOf } from '@sluice/contract/typed-keys'
import { makerOf, modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { refusedSettings } from '../../core/chat/refused-settings.ts'
import { parseThinking } from './parse-thinking.ts'

const names = {
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  stop: 'stop',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
} as const

const settings = entriesOf(names)

/** Refused like sampling; the neutral form has no such field. */
const alsoRefused = ['logit_bias', 'logprobs', 'top_logprobs'] as const

/**
 * Changes that a model of OpenAI needs in a Chat Completions body; undefined removes a field. Reasoning models have
 * another name for the limit and refuse sampling.
 */
export function fitChatFields(body: JsonRecord, model: string): JsonRecord {
  const rules = modelRulesOf(model)
  if (!rules || makerOf(model) !== 'openai') return {}
  const fields: JsonRecord = {}
  if (rules.maxTokensField === 'max_completion_tokens' && isGiven(body.max_tokens)) {
    fields.max_tokens = undefined
    if (!isGiven(body.max_completion_tokens)) fields.max_completion_tokens = body.max_tokens
  }
  if (rules.refuses.length + rules.refusesWhileThinking.length === 0) return fields
  const thinking = parseThinking(body)
  const values: Partial<Record<keyof typeof names, unknown>> = {}
  for (const [setting, name] of settings) values[setting] = body[name]
  for (const setting of refusedSettings(values, thinking, rules))
    if (setting !== 'topK') fields[names[setting]] = undefined
  if (refusedSettings({ temperature: 0 }, thinking, rules).length > 0)
    for (const name of alsoRefused) if (isGiven(body[name]) && body[name] !== false) fields[name] = undefined
  return fields
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null
