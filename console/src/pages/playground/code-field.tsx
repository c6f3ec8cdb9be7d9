import { Input } from 'antd'
import texts from '../../components/text.module.css'
import { jsonCharsMax } from './model-parameters.ts'
import { SettingField } from './setting-field.tsx'

interface CodeFieldProps {
  label: string
  hint?: string
  /** What is wrong with the text; it replaces the hint. */
  problem?: string | undefined
  /** The fewest and the most lines that it is high. */
  rows: readonly [min: number, max: number]
  placeholder?: string
  value: string
  onChange(text: string): void
}

/** JSON, or another text for programs. */
export function CodeField({ label, hint, problem, rows: [minRows, maxRows], value, onChange, ...own }: CodeFieldProps) {
  return (
    <SettingField label={label} hint={hint} problem={problem}>
      {(id) => (
        <Input.TextArea
          {...own}
          id={id}
          autoSize={{ minRows, maxRows }}
          className={texts.mono}
          maxLength={jsonCharsMax}
          spellCheck={false}
          status={problem === undefined ? '' : 'error'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </SettingField>
  )
}
