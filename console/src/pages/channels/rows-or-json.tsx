import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button, Segmented } from 'antd'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { JsonField, type JsonFieldProps, TemplateButton } from './json-field.tsx'
import { isJsonObject } from './json-text.ts'
import type { RowFormat } from './row-format.ts'
import css from './rows-or-json.module.css'

/** The props of a row's controls. */
export interface RowSlot<Row> {
  row: Row
  /** Starts at 1. Part of the controls' names. */
  number: number
  /** The row was just added, so its first control takes the focus. */
  isNew: boolean
  change(changes: Partial<Row>): void
}

export interface RowsOrJsonProps<Row> extends JsonFieldProps {
  /** The label of the field, which names the group of rows. */
  label: string
  addText: string
  format: RowFormat<Row>
  renderRow(slot: RowSlot<Row>): ReactNode
}

interface Item<Row> {
  key: number
  row: Row
}
type View = 'rows' | 'json'

/**
 * Edits a JSON text as rows or as text. The rows are kept beside the text, so that an incomplete row stays as entered.
 * A text that rows cannot show opens as JSON.
 */
export function RowsOrJson<Row>(props: RowsOrJsonProps<Row>) {
  const { label, addText, format, renderRow, ...json } = props
  const { value = '', onChange, onBlur, id } = json
  const { t } = useTranslation('channel-editor')
  const addButton = useRef<HTMLButtonElement>(null)
  const [draft, setDraft] = useState(() => readDraft(format, value))
  const [view, setView] = useState<View>(draft.items === null ? 'json' : 'rows')
  const [isRefused, setIsRefused] = useState(false)
  const [added, setAdded] = useState<number | null>(null)
  // The text changed elsewhere: in the JSON mode, by a template, or by the form.
  if (draft.text !== value) setDraft(readDraft(format, value))
  if (draft.items === null && view === 'rows') setView('json')
  const items = draft.items ?? []

  const write = (next: Item<Row>[]) => {
    const text = format.rowsToText(next.map(({ row }) => row))
    setDraft({ text, items: next })
    onChange?.(text)
  }
  const add = () => {
    const key = 1 + Math.max(-1, ...items.map((item) => item.key))
    setAdded(key)
    write([...items, { key, row: format.newRow }])
  }
  const remove = (key: number) => {
    write(items.filter((item) => item.key !== key))
    addButton.current?.focus()
  }
  const show = (next: View) => {
    const isPossible = next === 'json' || draft.items !== null
    setIsRefused(!isPossible)
    setAdded(null)
    if (isPossible) setView(next)
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
  }
  return (
    <div>
      {view === 'json' ? (
        <JsonField {...json} isTemplateApart />
      ) : (
        <Stack
          id={id}
          tabIndex={-1}
          aria-label={label}
          aria-describedby={json['aria-describedby']}
          as="fieldset"
          shrink
          className={css.rows}
          onBlur={leave}
        >
          {items.map(({ key, row }, index) => (
            <Row key={key} gap={4} align="start" className={css.row}>
              <Row wrap grow>
                {renderRow({
                  row,
                  number: index + 1,
                  isNew: key === added,
                  change: (changes) =>
                    write(items.map((item) => (item.key === key ? { key, row: { ...row, ...changes } } : item))),
                })}
              </Row>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('rows.remove', { number: index + 1 })}
                title={t('rows.remove', { number: index + 1 })}
                onClick={() => remove(key)}
              />
            </Row>
          ))}
        </Stack>
      )}
      <Row wrap className={css.tools}>
        {view === 'rows' ? (
          <Button ref={addButton} size="small" icon={<PlusOutlined aria-hidden />} onClick={add}>
            {addText}
          </Button>
        ) : (
          <TemplateButton template={json.template} value={value} onFill={(text) => onChange?.(text)} />
        )}
        <Segmented<View>
          size="small"
          className={layout.atEnd}
          aria-label={t('rows.viewOf', { name: label })}
          value={view}
          onChange={show}
          options={[
            { value: 'rows', label: t('rows.rows') },
            { value: 'json', label: t('rows.json') },
          ]}
        />
      </Row>
      <div role="alert" className={texts.bad}>
        {isRefused && draft.items === null && t(isJsonObject(value) ? 'rows.notRows' : 'rows.notObject')}
      </div>
    </div>
  )
}

interface Draft<Row> {
  text: string
  /** null = rows cannot show the text. */
  items: Item<Row>[] | null
}

const readDraft = <Row,>(format: RowFormat<Row>, text: string): Draft<Row> => ({
  text,
  items: format.textToRows(text)?.map((row, key) => ({ key, row })) ?? null,
})
