import { type JsonRecord, numberOf } from '@sluice/contract/read-json'
import { noUsage, type Usage } from '../../core/usage/usage.ts'

/**
 * The counts of an answer. Null when the input count is missing, as for a fully cached prompt: the gateway then counts,
 * because no prompt is empty. https://docs.ollama.com/api/usage, as known on 2026-11-20
 */
export function parseOllamaUsage({ prompt_eval_count, eval_count }: JsonRecord): Usage | null {
  const inputText = count(prompt_eval_count)
  return inputText === 0 ? null : { ...noUsage, inputText, outputText: count(eval_count) }
}

const count = (value: unknown): number => Math.max(numberOf(value) ?? 0, 0)
