import type { DrawingAction } from '@sluice/contract/drawing'
import type { DrawingMode } from '@sluice/contract/drawing-settings'
import type { OptionValues } from '../../state/option-registry.ts'

type Body = Record<string, unknown>

const flags = /\s*--(?:fast|relax|turbo)\b/gi
/** What is drawn from a text; the words of others are no prompts. */
const fromText: readonly DrawingAction[] = ['IMAGINE', 'EDITS']

/**
 * What goes on to the upstream: all that came, but what the operator keeps back. A `mode` takes the place of those in the
 * prompt, and among the accounts that may do it, as far as the operator lets callers say either.
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
    const isSaid = mode !== null && !options.MjModeClearEnabled && fromText.includes(action)
    sent.prompt = isSaid ? `${bare} --${mode}` : bare
  }
  return sent
}

function withMode(filter: unknown, mode: DrawingMode | null): unknown {
  if (mode === null) return filter
  const rest = typeof filter === 'object' && filter !== null && !Array.isArray(filter) ? filter : {}
  return { ...rest, modes: [mode.toUpperCase()] }
}
