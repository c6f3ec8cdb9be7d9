import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../../components/color-tag.tsx'
import { tagColorOf } from '../../../components/tag-color-of.ts'
import type { ListPart } from './list-rows.ts'

interface ListFieldProps {
  id: string
  part: ListPart
  /** Distinguishes the field from those of other entries. */
  label: string
  value: string
  /** Id of the error message. */
  faultId: string | undefined
  onChange(value: string): void
}

/** The control of one part of an entry, according to its kind. */
export function ListField(props: ListFieldProps) {
  const { part, value, onChange } = props
  switch (part.kind) {
    case 'choice':
      return <ChoiceField {...props} />
    case 'text':
      return (
        <Input.TextArea
          {...attributesOf(props)}
          autoSize={{ minRows: 2, maxRows: 12 }}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'line':
    case 'address':
    case 'slug':
      return (
        <Input
          {...attributesOf(props)}
          autoComplete="off"
          spellCheck={part.kind === 'line'}
          placeholder={part.example}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}

const attributesOf = ({ id, label, faultId }: ListFieldProps) => ({
  id,
  'aria-label': label,
  'aria-invalid': faultId !== undefined || undefined,
  'aria-describedby': faultId,
  status: faultId === undefined ? undefined : ('error' as const),
})

/** An unknown value, written by another client, is offered unchanged. */
function ChoiceField({ id, part, label, value, onChange }: ListFieldProps) {
  const { t } = useTranslation('settings-other')
  // The keys of choices come from the list. A choice without a text is shown as another one, with its stored name.
  const textOf = (choice: string): string =>
    (t as (key: string, options: object) => string)(`lists.choice.${part.key}.${choice}`, {
      defaultValue: t('lists.otherChoice', { name: choice }),
    })
  const labelOf = (choice: string): ReactNode =>
    part.key === 'color' ? <ColorTag color={tagColorOf(choice)}>{textOf(choice)}</ColorTag> : textOf(choice)
  const choices = part.choices ?? []
  const shown = value === '' || choices.includes(value) ? choices : [...choices, value]
  return (
    <Select
      id={id}
      aria-label={label}
      value={value === '' ? choices[0] : value}
      options={shown.map((choice) => ({ value: choice, label: labelOf(choice) }))}
      onChange={onChange}
    />
  )
}
