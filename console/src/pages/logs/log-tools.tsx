import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import type { ExportFormat } from '@sluice/contract/usage-log'
import { useNavigate } from '@tanstack/react-router'
import { Badge, Button, Dropdown, Input, Modal, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { api } from '../../lib/api.ts'
import { callFilterDefaults, callFiltersOf } from '../../lib/call-filters.ts'
import { useStatus } from '../../lib/queries.ts'
import { saveStream } from '../../lib/save-stream.ts'
import { hasTime } from '../../lib/time-filter.ts'
import { toastFailure } from '../../lib/toasts.ts'
import { patchUrlState } from '../../lib/url-state.ts'
import { buildLogQuery, type LogFilters } from './log-filters.ts'
import { filtersOf, type LogView, useLogViews, viewNameMax, viewOf } from './log-views.ts'
import type { Live } from './use-live.ts'

interface LogToolsProps {
  isAdmin: boolean
  userId: number
  filters: LogFilters
  live: Live
  onFilters(filters: LogFilters): void
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Saved views, live, and export, beside the filters. */
export function LogTools({ isAdmin, userId, filters, live, onFilters }: LogToolsProps) {
  return (
    <Space.Compact>
      <ViewsButton userId={userId} filters={filters} onFilters={onFilters} />
      <LiveButton live={live} />
      <ExportButton isAdmin={isAdmin} filters={filters} />
      <OverviewButton filters={filters} />
    </Space.Compact>
  )
}

/** Shows the same calls on the dashboard, while it is switched on. */
function OverviewButton({ filters }: Pick<LogToolsProps, 'filters'>) {
  const { t } = useTranslation('logs')
  const navigate = useNavigate()
  const status = useStatus()
  if (!status?.enable_data_export) return null
  const { start_timestamp, end_timestamp } = filters
  const times = hasTime(filters) ? { range: 'custom', start_timestamp, end_timestamp } : { range: 'today' }
  const calls = callFiltersOf(filters)
  return (
    <Button
      icon={<BarChartOutlined />}
      aria-label={t('toOverview')}
      title={t('toOverview')}
      onClick={() => navigate({ to: '/detail', search: { ...patchUrlState({}, callFilterDefaults, calls), ...times } })}
    />
  )
}

function LiveButton({ live }: { live: Live }) {
  const { t } = useTranslation('logs')
  const status = !live.isOn ? 'default' : live.isPaused ? 'warning' : 'processing'
  return (
    <Button aria-pressed={live.isOn} title={t(live.isPaused ? 'live.paused' : 'live.hint')} onClick={live.toggle}>
      <Badge status={status} />
      {t('live.label')}
    </Button>
  )
}

function ViewsButton({ userId, filters, onFilters }: Pick<LogToolsProps, 'userId' | 'filters' | 'onFilters'>) {
  const { t } = useTranslation('logs')
  const isPhone = useIsPhone()
  const { views, save, remove } = useLogViews(userId)
  const [open, setOpen] = useState<'save' | 'edit' | null>(null)
  const items = [
    ...views.map(({ name }) => ({ key: `view ${name}`, label: name })),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: 'save', label: t('views.save') },
    ...(views.length > 0 ? [{ key: 'edit', label: t('views.edit') }] : []),
  ]
  const choose = ({ key }: { key: string }) => {
    if (key === 'save' || key === 'edit') return setOpen(key)
    const view = views.find(({ name }) => `view ${name}` === key)
    if (view) onFilters(filtersOf(view, nowSeconds()))
  }
  return (
    <>
      <Dropdown menu={{ items, onClick: choose }} trigger={['click']}>
        <Button icon={<StarOutlined />} aria-label={t('views.label')}>
          {!isPhone && t('views.label')}
        </Button>
      </Dropdown>
      {open === 'save' && (
        <SaveView
          onSave={(name) => {
            save(viewOf(name, filters, nowSeconds()))
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'edit' && <EditViews views={views} onRemove={remove} onClose={() => setOpen(null)} />}
    </>
  )
}

function SaveView({ onSave, onClose }: { onSave(name: string): void; onClose(): void }) {
  const { t } = useTranslation(['logs', 'common'])
  const [name, setName] = useState('')
  const isReady = name.trim() !== ''
  return (
    <Modal
      open
      title={t('views.save')}
      okText={t('common:actions.save')}
      cancelText={t('common:actions.cancel')}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => onSave(name)}
      onCancel={onClose}
    >
      <Input
        autoFocus
        aria-label={t('views.name')}
        placeholder={t('views.name')}
        value={name}
        maxLength={viewNameMax}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => isReady && onSave(name)}
      />
      <p>{t('views.where')}</p>
    </Modal>
  )
}

interface EditViewsProps {
  views: readonly LogView[]
  onRemove(name: string): void
  onClose(): void
}

function EditViews({ views, onRemove, onClose }: EditViewsProps) {
  const { t } = useTranslation(['logs', 'common'])
  return (
    <Modal open title={t('views.edit')} footer={null} onCancel={onClose}>
      <Space direction="vertical">
        {views.map(({ name }) => (
          <Space key={name}>
            <Button danger size="small" aria-label={t('views.remove', { name })} onClick={() => onRemove(name)}>
              {t('common:actions.delete')}
            </Button>
            {name}
          </Space>
        ))}
      </Space>
    </Modal>
  )
}

function ExportButton({ isAdmin, filters }: Pick<LogToolsProps, 'isAdmin' | 'filters'>) {
  const { t } = useTranslation('logs')
  const isPhone = useIsPhone()
  const [isRunning, setIsRunning] = useState(false)
  const start = async (format: ExportFormat) => {
    setIsRunning(true)
    const query = { ...buildLogQuery(filters, { isAdmin, now: nowSeconds() }), format }
    try {
      await saveStream(`usage-${new Date().toISOString().slice(0, 10)}.${format}`, (signal) =>
        api.file(isAdmin ? 'GET /api/log/export' : 'GET /api/log/self/export', { query, signal }),
      )
    } catch (error) {
      toastFailure(error)
    } finally {
      setIsRunning(false)
    }
  }
  const items = (['csv', 'jsonl'] as const).map((format) => ({ key: format, label: t(`export.${format}`) }))
  return (
    <Dropdown
      menu={{ items, onClick: ({ key }) => void start(key === 'jsonl' ? 'jsonl' : 'csv') }}
      trigger={['click']}
      disabled={isRunning}
    >
      <Button icon={<DownloadOutlined />} loading={isRunning} title={t('export.hint')} aria-label={t('export.label')}>
        {!isPhone && t('export.label')}
      </Button>
    </Dropdown>
  )
}
