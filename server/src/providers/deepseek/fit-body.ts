import { recordOf } from '@sluice/contract/read-json'
import { type Body, type FitBody, fitEffortNone, fitTo, joinFits, thinkingDisabled, unchanged } from '../fit-body.ts'

const sampling = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logprobs', 'top_logprobs']
/** OpenAI's efforts that the host lacks → the nearest one. */
const efforts: Record<string, string> = { minimal: 'low', medium: 'high', xhigh: 'max' }

/**
 * Models think unless `thinking` turns it off, and refuse sampling while they do.
 * https://api-docs.deepseek.com/guides/thinking_mode, as known on 2026-11-20
 */
export const fitBody: FitBody = (body, { operation }) => {
  if (operation !== 'chat') return unchanged
  const dialect = {
    refuses: isThinking(body) ? sampling : [],
    values: { reasoning_effort: (effort: unknown) => efforts[String(effort)] ?? effort },
  }
  return joinFits(fitTo(dialect, body), fitEffortNone(body, thinkingDisabled))
}

function isThinking({ thinking, reasoning_effort }: Body): boolean {
  return recordOf(thinking).type !== 'disabled' && reasoning_effort !== 'none'
}
