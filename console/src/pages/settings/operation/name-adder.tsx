import { groupNameMax } from '@sluice/contract/name-lists'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { readNewName } from './group-rows.ts'
import css from './operation.module.css'

export interface NameAdderProps {
  /** Names in use. */
  taken: readonly string[]
  /** The kind of name; also the accessible name of the field. */
  label: string
  button: string
  onAdd(name: string): void
}

/** A field for a new name, and the button that adds it. */
export function NameAdder({ taken, label, button, onAdd }: NameAdderProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<'required' | 'taken' | null>(null)
  const add = () => {
    const read = readNewName(text, taken)
    if (!read.ok) return setFault(read.fault)
    setText('')
    setFault(null)
    onAdd(read.name)
  }
  return (
    <Row align="stretch" wrap className={css.adder}>
      <Input
        className={css.adderName}
        aria-label={label}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        status={fault === null ? undefined : 'error'}
        placeholder={label}
        maxLength={groupNameMax}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setFault(null)
        }}
        onPressEnter={add}
      />
      <Button onClick={add}>{button}</Button>
      {fault !== null && (
        <p id={`${id}-fault`} role="alert" className={`${texts.problem} ${layout.ownLine}`}>
          {t(`name.${fault}`)}
        </p>
      )}
    </Row>
  )
}
