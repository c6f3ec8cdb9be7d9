/** The state from the server; undefined = not loaded yet, or failed to load. */
export interface ChecklistFacts {
  /** The scope of the view: all accounts, or only the own one. */
  isOfSite: boolean
  /** Only the owner of the site can set up mail. */
  canSetMail: boolean
  channels: number | undefined
  /** Names of enabled models without a price. */
  unpriced: readonly string[] | undefined
  /** In self-use mode models without a price are free. */
  isSelfUse: boolean
  hasToken: boolean | undefined
  isCalled: boolean
  hasMail: boolean
}

export type StepName = 'channel' | 'price' | 'token' | 'call' | 'mail'

export interface ChecklistStep {
  name: StepName
  /** Undefined = not known. */
  isDone: boolean | undefined
}

/** The steps until a site or an account is in use, in order. */
export function buildChecklist(facts: ChecklistFacts): ChecklistStep[] {
  const { isOfSite, canSetMail, channels, unpriced, hasToken, isCalled, hasMail } = facts
  const hasChannel = channels === undefined ? undefined : channels > 0
  return [
    ...(isOfSite
      ? [
          { name: 'channel' as const, isDone: hasChannel },
          { name: 'price' as const, isDone: arePriced(facts, hasChannel, unpriced) },
        ]
      : []),
    // Keys are for customers: an operator tries the site in the playground.
    ...(isOfSite ? [] : [{ name: 'token' as const, isDone: hasToken }]),
    { name: 'call', isDone: isCalled },
    ...(isOfSite && canSetMail ? [{ name: 'mail' as const, isDone: hasMail }] : []),
  ]
}

/** Without a channel there are no models, with or without prices. */
function arePriced(
  { isSelfUse }: ChecklistFacts,
  hasChannel: boolean | undefined,
  unpriced: readonly string[] | undefined,
): boolean | undefined {
  if (isSelfUse) return true
  if (hasChannel === false) return false
  return hasChannel === undefined || unpriced === undefined ? undefined : unpriced.length === 0
}
