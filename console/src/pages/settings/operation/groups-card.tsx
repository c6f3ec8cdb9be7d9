import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { autoGroup, type GroupUse } from '@sluice/contract/group'
import { groupsCard } from '@sluice/contract/options/groups'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import texts from '../../../components/text.module.css'
import { TableCard } from '../table-card.tsx'
import { useOption } from '../use-option.ts'
import { OptionProblem, Unreadable } from '../view-switch.tsx'
import { AmountField } from './amount-field.tsx'
import { changeGroups, type GroupChange, type GroupRow, parseGroupRows } from './group-rows.ts'
import { isUsed, MoveGroupDialog } from './move-group-dialog.tsx'
import { NameAdder } from './name-adder.tsx'
import css from './operation.module.css'
import { groupUsesQuery } from './queries.ts'
import { useRefusals } from './refusals.tsx'

/** The existing groups, their ratios, and which of them users may choose: two options as one table. */
export function GroupsCard() {
  const { before, around } = useRefusals()
  return (
    <TableCard
      card={groupsCard}
      rules={{ before }}
      options={['GroupRatio', 'UserUsableGroups']}
      table={(onJson) => around(<GroupTable onJson={onJson} />)}
    />
  )
}

function GroupTable({ onJson }: { onJson(): void }) {
  const { t } = useTranslation('settings-operation')
  const ratio = useOption('GroupRatio')
  const usable = useOption('UserUsableGroups')
  // Without an answer no counts are shown; the server still refuses to remove a group in use.
  const { data: uses = [] } = useQuery(groupUsesQuery)
  const [moving, setMoving] = useState<GroupUse | null>(null)
  const texts = { GroupRatio: ratio.text, UserUsableGroups: usable.text }
  const rows = parseGroupRows(texts)
  if (rows === null) return <Unreadable onJson={onJson} />

  const change = (given: GroupChange) => {
    const { GroupRatio, UserUsableGroups } = changeGroups(texts, given)
    if (GroupRatio !== undefined) ratio.setText(GroupRatio)
    if (UserUsableGroups !== undefined) usable.setText(UserUsableGroups)
  }
  return (
    <>
      <OptionProblem name="GroupRatio" />
      <OptionProblem name="UserUsableGroups" />
      <ul className={css.grid} aria-label={t('card.groups.title')}>
        <li className={css.gridHead} data-columns="groups" aria-hidden>
          <span>{t('groups.name')}</span>
          <span>{t('groups.ratio')}</span>
          <span>{t('groups.selectable')}</span>
          <span>{t('groups.description')}</span>
          <span />
        </li>
        {rows.map((row) => (
          <GroupLine
            key={row.group}
            row={row}
            use={uses.find(({ group }) => group === row.group)}
            change={change}
            onMove={setMoving}
          />
        ))}
      </ul>
      {moving && (
        <MoveGroupDialog
          use={moving}
          onMoved={() => change({ kind: 'remove', group: moving.group })}
          onClose={() => setMoving(null)}
        />
      )}
      <NameAdder
        taken={rows.map(({ group }) => group)}
        label={t('groups.newName')}
        button={t('groups.add')}
        onAdd={(group) => change({ kind: 'add', group })}
      />
    </>
  )
}

interface GroupLineProps {
  row: GroupRow
  use: GroupUse | undefined
  change(given: GroupChange): void
  /** A group in use: another group must be chosen first. */
  onMove(use: GroupUse): void
}

function GroupLine({ row, use, change, onMove }: GroupLineProps) {
  const { t } = useTranslation(['settings-operation', 'common'])
  const { group } = row
  const { isReadOnly } = useOption('GroupRatio')
  return (
    <li className={css.gridRow} data-columns="groups">
      <span>
        <code className={texts.anywhere}>{group}</code>
        {use && isUsed(use) && <span className={css.groupUse}>{t('groups.use', { ...use })}</span>}
      </span>
      <span data-label={t('groups.ratio')}>
        {group === autoGroup && row.ratio === null ? (
          t('groups.autoRatio')
        ) : (
          <AmountField
            required
            label={t('groups.ratioOf', { group })}
            placeholder={t('groups.noRatio')}
            value={row.ratio}
            onCommit={(ratio) => change({ kind: 'ratio', group, ratio: ratio ?? 1 })}
          />
        )}
      </span>
      <span data-label={t('groups.selectable')}>
        <Switch
          size="small"
          aria-label={t('groups.selectableOf', { group })}
          checked={row.isSelectable}
          onChange={(isSelectable) => change({ kind: 'selectable', group, isSelectable })}
        />
      </span>
      <span data-label={t('groups.description')}>
        <Input
          size="small"
          aria-label={t('groups.descriptionOf', { group })}
          disabled={!row.isSelectable || isReadOnly}
          value={row.description}
          onChange={(event) => change({ kind: 'description', group, description: event.target.value })}
        />
      </span>
      <Button
        size="small"
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`${t('common:actions.delete')} ${group}`}
        title={group === 'default' ? t('groups.stays') : t('common:actions.delete')}
        disabled={group === 'default' || isReadOnly}
        onClick={() => (use && isUsed(use) ? onMove(use) : change({ kind: 'remove', group }))}
      />
    </li>
  )
}
