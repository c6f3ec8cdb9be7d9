import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { groupPairsCard } from '@sluice/contract/options/groups'
import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { amountText } from '../../../lib/price-conversion.ts'
import { useSettings } from '../settings-context.ts'
import { TableCard } from '../table-card.tsx'
import { useOption } from '../use-option.ts'
import { OptionProblem, Unreadable } from '../view-switch.tsx'
import { AmountField } from './amount-field.tsx'
import { type GroupPair, isSamePair, parseGroupPairs, withoutPair, withPair, writeGroupPairs } from './group-pairs.ts'
import { numbersOrNone } from './json-table.ts'
import css from './operation.module.css'
import { useRefusals } from './refusals.tsx'

/** The ratio of a user's own group in another group, if it differs from the plain ratio. */
export function GroupPairsCard() {
  const { before, around } = useRefusals()
  return (
    <TableCard
      card={groupPairsCard}
      rules={{ before }}
      options={['GroupGroupRatio']}
      table={(onJson) => around(<PairTable onJson={onJson} />)}
    />
  )
}

function PairTable({ onJson }: { onJson(): void }) {
  const { t } = useTranslation(['settings-operation', 'common'])
  const option = useOption('GroupGroupRatio')
  const { snapshot } = useSettings()
  const plain = numbersOrNone(snapshot.values.GroupRatio ?? '{}')
  const pairs = parseGroupPairs(option.text)
  if (pairs === null) return <Unreadable onJson={onJson} />
  const write = (next: readonly GroupPair[]) => option.setText(writeGroupPairs(next))
  return (
    <>
      <OptionProblem name="GroupGroupRatio" />
      {pairs.length === 0 ? (
        <p className={css.emptyLine}>{t('pairs.none')}</p>
      ) : (
        <ul className={css.grid} aria-label={t('card.groupPairs.title')}>
          <li className={css.gridHead} data-columns="pairs" aria-hidden>
            <span>{t('pairs.user')}</span>
            <span>{t('pairs.used')}</span>
            <span>{t('pairs.ratio')}</span>
            <span>{t('pairs.instead')}</span>
            <span />
          </li>
          {pairs.map((pair) => {
            const names = { user: pair.userGroup, used: pair.usedGroup }
            return (
              <li key={`${pair.userGroup}\n${pair.usedGroup}`} className={css.gridRow} data-columns="pairs">
                <code className={texts.anywhere}>{pair.userGroup}</code>
                <code data-label={t('pairs.used')}>{pair.usedGroup}</code>
                <span data-label={t('pairs.ratio')}>
                  <AmountField
                    required
                    label={t('pairs.ratioOf', names)}
                    value={pair.ratio}
                    onCommit={(ratio) => write(withPair(pairs, { ...pair, ratio: ratio ?? 1 }))}
                  />
                </span>
                <span className={texts.faint} data-label={t('pairs.instead')}>
                  {amountText(plain.get(pair.usedGroup) ?? 1)}
                </span>
                <Button
                  size="small"
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('pairs.deleteOf', names)}
                  title={t('common:actions.delete')}
                  onClick={() => write(withoutPair(pairs, pair))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <PairAdder groups={[...plain.keys()]} pairs={pairs} onAdd={(pair) => write(withPair(pairs, pair))} />
    </>
  )
}

interface PairAdderProps {
  groups: readonly string[]
  pairs: readonly GroupPair[]
  onAdd(pair: GroupPair): void
}

function PairAdder({ groups, pairs, onAdd }: PairAdderProps) {
  const { t } = useTranslation('settings-operation')
  const id = useId()
  const [userGroup, setUserGroup] = useState<string>()
  const [usedGroup, setUsedGroup] = useState<string>()
  const [fault, setFault] = useState<'incomplete' | 'taken' | null>(null)
  const options = groups.map((value) => ({ value, label: value }))
  const add = () => {
    if (userGroup === undefined || usedGroup === undefined) return setFault('incomplete')
    const pair = { userGroup, usedGroup, ratio: 1 }
    if (pairs.some((one) => isSamePair(one, pair))) return setFault('taken')
    setFault(null)
    setUsedGroup(undefined)
    onAdd(pair)
  }
  const choose = (set: (group: string) => void) => (group: string) => {
    set(group)
    setFault(null)
  }
  const field = (label: string, value: string | undefined, set: (group: string) => void) => (
    <Select
      showSearch
      className={css.adderName}
      aria-label={label}
      placeholder={label}
      value={value}
      options={options}
      status={fault === 'incomplete' && value === undefined ? 'error' : undefined}
      onChange={choose(set)}
    />
  )
  return (
    <Row align="stretch" wrap className={css.adder}>
      {field(t('pairs.user'), userGroup, setUserGroup)}
      {field(t('pairs.used'), usedGroup, setUsedGroup)}
      <Button onClick={add}>{t('pairs.add')}</Button>
      {fault !== null && (
        <p id={`${id}-fault`} role="alert" className={`${texts.problem} ${layout.ownLine}`}>
          {t(`pairs.fault.${fault}`)}
        </p>
      )}
    </Row>
  )
}
