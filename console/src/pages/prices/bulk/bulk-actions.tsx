import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkKind } from './bulk-edits.ts'

interface BulkActionsProps {
  /** The ticked models. */
  models: readonly string[]
  /** How many models match the filters. */
  matching: number
  onSelectAll(): void
}

const further = ['list', 'remove'] as const

/** Actions on the ticked models, in the bar of the selection. */
export function BulkActions({ models, matching, onSelectAll }: BulkActionsProps) {
  const { t } = useTranslation('prices')
  const [kind, setKind] = useState<BulkKind | null>(null)
  const button = (of: BulkKind) => (
    <Button key={of} size="small" onClick={() => setKind(of)}>
      {t(`bulk.${of}.action`)}
    </Button>
  )
  return (
    <>
      {models.length < matching && (
        <Button size="small" type="link" onClick={onSelectAll}>
          {t('bulk.selectAll', { count: matching })}
        </Button>
      )}
      {(['set', 'factor', 'cost'] as const).map(button)}
      <Dropdown
        trigger={['click']}
        menu={{
          items: further.map((key) => ({ key, label: t(`bulk.${key}.action`), danger: key === 'remove' })),
          onClick: ({ key }) => setKind(further.find((one) => one === key) ?? null),
        }}
      >
        <Button size="small" icon={<DownOutlined />} iconPlacement="end">
          {t('bulk.more')}
        </Button>
      </Dropdown>
      {kind !== null && <BulkDialog kind={kind} models={models} onClose={() => setKind(null)} />}
    </>
  )
}
