import type { JsonRecord } from '@sluice/contract/read-json'
import { buildReport, CountReader, type ReportedUsage } from '../../core/usage/usage-report.ts'

/**
 * The counts of an answer. The input count is missing for a fully cached prompt: the gateway then counts it, because no
 * prompt is empty. https://docs.ollama.com/api/usage, as known on 2026-11-20
 */
export function parseOllamaUsage({ prompt_eval_count, eval_count }: JsonRecord): ReportedUsage | null {
  const reader = new CountReader()
  const input = reader.tokens(prompt_eval_count) || undefined
  const output = reader.tokens(eval_count)
  return buildReport({ input, output, isDoubtful: reader.isDoubtful })
}
