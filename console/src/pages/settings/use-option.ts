import type { OptionKey } from '@sluice/contract/options/registry'
import { useMemo, useSyncExternalStore } from 'react'
import { problemOf } from './option-checks.ts'
import { isChanged, shownValue } from './option-draft.ts'
import { fieldOf, type OptionField, type Problem } from './option-field.ts'
import { useCard, useSettings } from './settings-context.ts'
import { useCardTexts } from './use-texts.ts'

export interface OptionState {
  field: OptionField
  /** The text in the field. */
  text: string
  setText(text: string): void
  isChanged: boolean
  isReadOnly: boolean
  /** For a secret: whether the server has one. */
  isSet: boolean
  problem: string | undefined
  /** Checks the field and shows its fault, on blur. */
  check(): void
  /** Shows a fault of the field. */
  refuse(problem: Problem): void
  /** Discards the input. */
  undo(): void
}

/** An option of the card: its text, and the actions of its field. */
export function useOption(key: OptionKey): OptionState {
  const { snapshot, store, isRoot } = useSettings()
  const card = useCard()
  const texts = useCardTexts(card)
  const field = fieldOf(card, key)
  const stored = snapshot.values[key]
  const loaded = useMemo(() => shownValue(field, stored), [field, stored])
  const typed = useSyncExternalStore(store.subscribe, () => store.get().draft[key])
  const problem = useSyncExternalStore(store.subscribe, () => store.get().problems[key])
  const text = typed ?? loaded
  const isReadOnly = !isRoot && snapshot.rootOnly.includes(key)
  return {
    field,
    text,
    // A control that cannot show that it is read-only changes nothing.
    setText: (next) => isReadOnly || store.set(key, next),
    isChanged: typed !== undefined && isChanged(field, stored, typed),
    isReadOnly,
    isSet: snapshot.secretsSet.includes(key),
    problem,
    check: () => {
      const found = typed === undefined ? null : problemOf(field, typed)
      store.mark({ [key]: found === null ? null : texts.problemText(key, found) })
    },
    refuse: (found) => store.mark({ [key]: texts.problemText(key, found) }),
    undo: () => store.drop([key]),
  }
}
