import type { OptionEntry, OptionWrite } from '@sluice/contract/option'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { toastError, toastInfo, toastSuccess, toastWarning } from '../../lib/toasts.ts'
import { mergeTables } from './merge-tables.ts'
import { problemsOf } from './option-checks.ts'
import { changesOf, currentValue } from './option-draft.ts'
import { type CardSpec, fieldOf } from './option-field.ts'
import { writeOption, writeOptions } from './queries.ts'
import { revealRefusal } from './reveal-refusal.ts'
import { isConflict, type SaveOutcome, saveOptions, saveTogether } from './save-options.ts'
import { useSettings } from './settings-context.ts'
import { useSavedOptions } from './use-saved-options.ts'
import { useCardTexts } from './use-texts.ts'

/** The current text of a field of the card. */
export type TextOf = (key: string) => string

export interface SaveRules {
  /** The last check before sending. false = stopped, and the user was notified. */
  before?(textOf: TextOf): boolean | Promise<boolean>
  /** Adds values to send along. */
  complete?(changes: readonly OptionEntry[], textOf: TextOf): readonly OptionEntry[]
  /** Writes all changes in one call, all or none, instead of one call each for all but limits of each other. */
  writeAll?(changes: readonly OptionWrite[]): Promise<unknown>
  /** Replaces the notices "saved" and "not saved". */
  savedText?: string
  failedText?: string
}

/** Duration of a notice with reasons. */
const conflictSeconds = 8

const staleOf = (failed: SaveOutcome['failed']) => failed.filter(({ error }) => isConflict(error)).map(({ key }) => key)

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The button of a card: checks it, sends the changes, shows the result and reloads the options. */
export function useSaveCard(card: CardSpec, rules: SaveRules = {}) {
  const { snapshot, store } = useSettings()
  const { t } = useTranslation('settings')
  const { problemText } = useCardTexts(card)
  const { remember, reload } = useSavedOptions(card)
  const [isSaving, setIsSaving] = useState(false)

  const textOf: TextOf = (key) => currentValue(key, fieldOf(card, key), snapshot, store.get().draft)
  const refuse = (problems: Readonly<Record<string, string>>) => {
    // The reasons must be drawn before the page scrolls to them.
    flushSync(() => store.mark(problems))
    const [first] = Object.keys(problems)
    if (first !== undefined) revealRefusal(card, first)
  }
  /** Only changes are checked: a stored value that no longer passes must not block the save. */
  const isFaulty = (changes: readonly OptionEntry[]): boolean => {
    const found = Object.entries(problemsOf(card, textOf)).filter(([key]) =>
      changes.some((change) => change.key === key),
    )
    if (found.length === 0) return false
    refuse(Object.fromEntries(found.map(([key, problem]) => [key, problemText(key, problem)])))
    toastError(t('checkInput'))
    return true
  }
  const report = ({ saved, failed }: SaveOutcome, tried: number) => {
    const [first] = failed
    if (first === undefined) {
      toastSuccess(rules.savedText ?? t('saved'))
      return
    }
    refuse(Object.fromEntries(failed.map(({ key, error }) => [key, sentenceOf(error)])))
    if (failed.some(({ error }) => isConflict(error))) {
      toastWarning(t('conflict.notice'), conflictSeconds)
      return
    }
    const reason = sentenceOf(first.error)
    if (saved.length > 0) toastError(t('someFailed'))
    else if (tried > 1) toastError(t('saveFailed'))
    else if (rules.failedText === undefined) toastError(reason)
    else toastError(t('failedBecause', { what: rules.failedText, reason }))
  }
  /** The old value of a secret is unknown. */
  const withLoaded = (entry: OptionEntry): OptionWrite => {
    const was = snapshot.values[entry.key]
    return was === undefined ? entry : { ...entry, was }
  }
  /** Input is kept and compared with the values that others saved meanwhile; tables merge the entries of both. */
  const takeIn = async (stale: readonly string[]) => {
    const loaded = await reload()
    if (loaded === null) return
    for (const key of stale) {
      const theirs = loaded.values[key] ?? ''
      const isTable = fieldOf(card, key).kind === 'json'
      const merged = isTable ? mergeTables({ base: snapshot.values[key] ?? '', mine: textOf(key), theirs }) : null
      if (merged !== null) store.set(key, merged)
      store.mark({ [key]: t(merged === null ? 'conflict.kept' : 'conflict.merged') })
    }
  }
  const prepare = async (): Promise<OptionWrite[] | null> => {
    const typed = () => changesOf(card, snapshot, store.get().draft)
    if (isFaulty(typed())) return null
    if (rules.before && !(await rules.before(textOf))) return null
    return (rules.complete?.(typed(), textOf) ?? typed()).map(withLoaded)
  }
  const send = async () => {
    const writes = await prepare()
    if (writes === null) return
    if (writes.length === 0) {
      toastInfo(t('nothingChanged'))
      return
    }
    const { draft } = store.get()
    const outcome = rules.writeAll
      ? await saveTogether(writes, rules.writeAll)
      : await saveOptions(writes, writeOption, writeOptions)
    remember(outcome.saved)
    store.drop(
      outcome.saved.map(({ key }) => key),
      draft,
    )
    report(outcome, writes.length)
    const stale = staleOf(outcome.failed)
    if (stale.length > 0) await takeIn(stale)
    else if (outcome.saved.length > 0) await reload()
  }
  return {
    isSaving,
    prepare,
    refuse: async (failed: SaveOutcome['failed']) => {
      refuse(Object.fromEntries(failed.map(({ key, error }) => [key, sentenceOf(error)])))
      const stale = staleOf(failed)
      if (stale.length > 0) await takeIn(stale)
    },
    save: async () => {
      if (isSaving) return
      setIsSaving(true)
      try {
        await send()
      } finally {
        setIsSaving(false)
      }
    },
  }
}
