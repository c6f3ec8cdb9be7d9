import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExpiryChoice, expiryAfter, expiryChoices, formatExpiryInput, never, parseExpiryInput } from './expiry.ts'
import type { FormControl } from './form-control.ts'
import { PresetButtons } from './preset-buttons.tsx'

/** The value in seconds; -1 = never; NaN = the field contains no valid time. */
export interface ExpiryInputProps extends FormControl<number> {
  /** Offered below the field. */
  choices: readonly ExpiryChoice[]
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/**
 * The browser's own field for a local time: it supports keyboards and screen readers, and phones show their native
 * picker.
 */
export function ExpiryInput({ id, value = never, onChange, onBlur, choices }: ExpiryInputProps) {
  const { t } = useTranslation()
  // The browser keeps a partly typed time when the value is cleared; a new key replaces the field.
  const [generation, setGeneration] = useState(0)
  const read = ({ value: text, validity }: HTMLInputElement) =>
    onChange?.(validity.badInput ? Number.NaN : parseExpiryInput(text))
  const choose = (choice: ExpiryChoice) => {
    setGeneration(generation + 1)
    onChange?.(expiryAfter(expiryChoices[choice], nowSeconds()))
    // Validated at once, as after leaving the field.
    onBlur?.()
  }
  return (
    <>
      <Input
        key={generation}
        id={id}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={formatExpiryInput(value)}
        onChange={(event) => read(event.target)}
        // Half a time typed into an empty field changes no value, so no change is reported.
        onKeyUp={({ currentTarget }) => currentTarget.validity.badInput && read(currentTarget)}
        onBlur={onBlur}
      />
      <PresetButtons
        presets={choices.map((choice) => ({
          key: choice,
          label: t(`expiry.${choice}`),
          ...(choice === 'never' && { isChosen: value === never }),
          choose: () => choose(choice),
        }))}
      />
    </>
  )
}
