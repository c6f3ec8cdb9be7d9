import { AutoComplete, Button, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'

export interface AddNameProps {
  /** The placeholder of the field, and its accessible name. */
  placeholder: string
  /** The accessible name of the button. */
  addLabel: string
  known: readonly string[]
  taken: readonly string[]
  onAdd(name: string): void
}

/** A field that offers the existing names and accepts any other, each once. */
export function AddName({ placeholder, addLabel, known, taken, onAdd }: AddNameProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const name = text.trim()
  const isUsable = name !== '' && !taken.includes(name)
  const add = (chosen: string) => {
    onAdd(chosen)
    setText('')
  }
  return (
    <Space.Compact block>
      <AutoComplete
        className={layout.grow}
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        options={known.filter((one) => !taken.includes(one)).map((value) => ({ value }))}
        showSearch={{ filterOption: (query, item) => item?.value.includes(query.trim()) ?? false }}
        status={name !== '' && !isUsable ? 'error' : undefined}
        onChange={setText}
        onSelect={add}
      />
      <Button disabled={!isUsable} aria-label={addLabel} onClick={() => add(name)}>
        {t('actions.add')}
      </Button>
    </Space.Compact>
  )
}
