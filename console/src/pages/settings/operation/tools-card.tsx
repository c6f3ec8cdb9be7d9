import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { modelNameBytesMax } from '@sluice/contract/name-lists'
import { toolsCard } from '@sluice/contract/options/prices'
import { isOtherTool, type ToolName, toolNames } from '@sluice/contract/tool-prices'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { TableCard } from '../table-card.tsx'
import { useOption } from '../use-option.ts'
import { OptionProblem, Unreadable } from '../view-switch.tsx'
import { AllPricesLink } from './all-prices-link.tsx'
import { AmountField } from './amount-field.tsx'
import css from './operation.module.css'
import { useRefusals } from './refusals.tsx'
import {
  defaultPrefix,
  hasToolRow,
  parseToolRows,
  type ToolRow,
  withoutToolRow,
  withToolRow,
  writeToolRows,
} from './tool-rows.ts'

/** The price of a thousand searches, by tool and by prefix of the model's name. */
export function ToolsCard() {
  const { before, around } = useRefusals()
  return (
    <TableCard
      card={toolsCard}
      rules={{ before }}
      actions={<AllPricesLink />}
      options={['tool_price_setting']}
      table={(onJson) => around(<ToolTable onJson={onJson} />)}
    />
  )
}

function ToolTable({ onJson }: { onJson(): void }) {
  const { t } = useTranslation('settings-prices')
  const option = useOption('tool_price_setting')
  const parsed = parseToolRows(option.text)
  if (!parsed.ok) return <Unreadable onJson={onJson} />
  const rows = parsed.value
  const write = (next: readonly ToolRow[]) => option.setText(writeToolRows(next))
  return (
    <>
      <OptionProblem name="tool_price_setting" />
      {rows.length > 0 && (
        <ul className={css.grid} aria-label={t('card.tools.title')}>
          <li className={css.gridHead} data-columns="tools" aria-hidden>
            <span>{t('tools.tool')}</span>
            <span>{t('tools.models')}</span>
            <span>{t('tools.price')}</span>
            <span />
          </li>
          {rows.map((row) => (
            <ToolLine
              key={`${row.tool}\n${row.prefix}`}
              row={row}
              onPrice={(dollars) => write(withToolRow(rows, { ...row, dollars }))}
              onDelete={() => write(withoutToolRow(rows, row))}
            />
          ))}
        </ul>
      )}
      <ToolAdder rows={rows} onAdd={(row) => write(withToolRow(rows, row))} />
    </>
  )
}

interface ToolLineProps {
  row: ToolRow
  onPrice(dollars: number): void
  onDelete(): void
}

function ToolLine({ row, onPrice, onDelete }: ToolLineProps) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const tool = isOtherTool(row.tool) ? row.tool : t(`tools.name.${row.tool}`)
  const isDefault = row.prefix === defaultPrefix
  const models = isDefault ? t('tools.others') : t('tools.beginning', { prefix: row.prefix })
  return (
    <li className={css.gridRow} data-columns="tools">
      <span className={texts.anywhere}>{tool}</span>
      <span data-label={t('tools.models')}>{isDefault ? models : <code>{row.prefix}…</code>}</span>
      <span data-label={t('tools.price')}>
        <AmountField
          required
          prefix="$"
          label={t('tools.priceOf', { tool, models })}
          value={row.dollars}
          onCommit={(dollars) => onPrice(dollars ?? 0)}
        />
      </span>
      <Button
        size="small"
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('tools.deleteOf', { tool, models })}
        title={t('common:actions.delete')}
        onClick={onDelete}
      />
    </li>
  )
}

function ToolAdder({ rows, onAdd }: { rows: readonly ToolRow[]; onAdd(row: ToolRow): void }) {
  const { t } = useTranslation('settings-prices')
  const [tool, setTool] = useState<ToolName>('web_search')
  const [prefix, setPrefix] = useState('')
  const [isTaken, setIsTaken] = useState(false)
  const add = () => {
    const row = { tool, prefix: prefix.trim() === '' ? defaultPrefix : prefix.trim(), dollars: 0 }
    if (hasToolRow(rows, row)) return setIsTaken(true)
    setPrefix('')
    onAdd(row)
  }
  return (
    <Row align="stretch" wrap className={css.adder}>
      <Select<ToolName>
        className={css.adderTool}
        aria-label={t('tools.tool')}
        value={tool}
        options={toolNames.map((value) => ({ value, label: t(`tools.name.${value}`) }))}
        onChange={(next) => {
          setTool(next)
          setIsTaken(false)
        }}
      />
      <Input
        className={css.adderPrefix}
        aria-label={t('tools.newPrefix')}
        placeholder={t('tools.newPrefix')}
        maxLength={modelNameBytesMax}
        status={isTaken ? 'error' : undefined}
        aria-invalid={isTaken || undefined}
        value={prefix}
        onChange={(event) => {
          setPrefix(event.target.value)
          setIsTaken(false)
        }}
        onPressEnter={add}
      />
      <Button onClick={add}>{t('tools.add')}</Button>
      {isTaken && (
        <p role="alert" className={`${texts.problem} ${layout.ownLine}`}>
          {t('tools.taken')}
        </p>
      )}
    </Row>
  )
}
