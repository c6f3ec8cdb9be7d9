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

/** Refused like sampling, and read into no neutral form. */
const alsoRefused = ['logit_bias', 'logprobs', 'top_logprobs'] as const

/**
 * Fields of a Chat Completions body to set, or to leave out (undefined), for a model of OpenAI to take it: reasoning models
 * have the limit under another name and refuse sampling.
 */
export function fitChatFields(body: Record<string, unknown>, model: string): Record<string, unknown> {
  const rules = makerOf(model) === 'openai' ? modelRulesOf(model) : null
  if (!rules) return {}
  const fields: Record<string, unknown> = {}
  if (rules.maxTokensField === 'max_completion_tokens' && isGiven(body.max_tokens)) {
    fields.max_tokens = undefined
    if (!isGiven(body.max_completion_tokens)) fields.max_completion_tokens = body.max_tokens
  }
  const values = Object.fromEntries(Object.entries(names).map(([setting, name]) => [setting, body[name]]))
  const refused = refusedSettings(values, parseThinking(body), rules).filter((setting) => setting !== 'topK')
  for (const setting of refused) fields[names[setting]] = undefined
  if (refusedSettings({ temperature: 0 }, parseThinking(body), rules).length > 0)
    for (const name of alsoRefused) if (isGiven(body[name]) && body[name] !== false) fields[name] = undefined
  return fields
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null
