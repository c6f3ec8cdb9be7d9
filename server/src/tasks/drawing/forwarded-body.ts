import type { DrawingAction } from '@sluice/contract/drawing'
import type { DrawingMode } from '@sluice/contract/drawing-settings'
import { recordOf } from '@sluice/contract/read-json'
import type { OptionValues } from '../../state/option-registry.ts'

type Body = Record<string, unknown>

const flags = /\s*--(?:fast|relax|turbo)\b/gi
/** Actions that draw from a text. */
const fromText: readonly DrawingAction[] = ['IMAGINE', 'EDITS']

/**
 * The body for the upstream: the caller's, except for what the operator's settings remove. A `mode` replaces the modes
 * in the prompt and selects among the accounts, as far as the operator allows callers to choose either.
 */
export function forwardedBody(
  body: Body,
  { action, isFollowUp, mode }: { action: DrawingAction; isFollowUp: boolean; mode: DrawingMode | null },
  options: Pick<OptionValues, 'MjAccountFilterEnabled' | 'MjModeClearEnabled'>,
): Body {
  const { notifyHook: _, accountFilter, ...sent } = body
  if (options.MjAccountFilterEnabled) {
    const filter = withMode(accountFilter, isFollowUp ? null : mode)
    if (filter !== undefined) sent.accountFilter = filter
  }
  if (typeof sent.prompt === 'string' && (mode !== null || options.MjModeClearEnabled)) {
    const bare = sent.prompt.replace(flags, '').trim()
    const isStated = mode !== null && !options.MjModeClearEnabled && fromText.includes(action)
    sent.prompt = isStated ? `${bare} --${mode}` : bare
  }
  return sent
}

function withMode(filter: unknown, mode: DrawingMode | null): unknown {
  if (mode === null) return filter
  return { ...recordOf(filter), modes: [mode.toUpperCase()] }
}
