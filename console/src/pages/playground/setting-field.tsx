import { type ReactNode, useId } from 'react'
import { Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import css from './playground.module.css'

interface SettingFieldProps {
  label: string
  extra?: ReactNode
  hint?: string | undefined
  /** What is wrong with the value; it replaces the hint. */
  problem?: string | undefined
  children(id: string): ReactNode
}

/** A setting of the panel, with its label above it. */
export function SettingField({ label, extra, hint, problem, children }: SettingFieldProps) {
  const id = useId()
  return (
    <Stack gap={6} shrink>
      <div className={css.label}>
        <label htmlFor={id}>{label}</label>
        {extra}
      </div>
      {children(id)}
      {problem !== undefined ? (
        <p className={texts.problem}>{problem}</p>
      ) : (
        hint !== undefined && <p className={texts.hint}>{hint}</p>
      )}
    </Stack>
  )
}
