import type { OptionDraft } from './option-draft.ts'

/** What was typed when the login expired. In memory: it outlives no tab. */
let kept: { userId: number; draft: OptionDraft } | null = null

export function keepDraft(userId: number, draft: OptionDraft): void {
  kept = { userId, draft }
}

/** What `keepDraft` was given last, for the same account only. */
export const keptDraft = (userId: number): OptionDraft => (kept?.userId === userId ? kept.draft : {})

export function forgetDraft(): void {
  kept = null
}
