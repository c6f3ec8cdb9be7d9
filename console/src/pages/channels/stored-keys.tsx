import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import type { Channel } from '@sluice/contract/channel'
import type { multiKeyRequest, multiKeyStatus } from '@sluice/contract/multi-key'
import { channelStatus } from '@sluice/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Pagination, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import layout from '../../components/layout.module.css'
import { Row, Stack } from '../../components/layout.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { api } from '../../lib/api.ts'
import { formatRelative, formatTime } from '../../lib/format.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastFailure, toastSuccess } from '../../lib/toasts.ts'
import { channelKeysQuery, channelsKey, keysPageSize } from './queries.ts'
import css from './stored-keys.module.css'

type KeyPage = z.output<typeof multiKeyStatus>
type StoredKey = KeyPage['keys'][number]
type KeyAction = Omit<z.input<typeof multiKeyRequest>, 'channel_id'>

/**
 * The keys of a stored channel. Those of one with several are switched and deleted, at once and without the form; a
 * single one is `isFixed`: the form changes it.
 */
export function StoredKeys({ channel, isFixed = false }: { channel: Channel; isFixed?: boolean }) {
  const { t } = useTranslation('channel-keys')
  const [page, setPage] = useState(1)
  const { data } = useQuery(channelKeysQuery(channel.id, page))
  const run = useKeyActions(channel.id)
  const confirm = useConfirmAction()
  const { mayOperate, maySend } = useKeyRights()
  if (data === undefined) return null
  const { auto_disabled_count: refused, manual_disabled_count: off, enabled_count: on, total } = data
  return (
    <section className={css.keys} aria-label={t('stored.title')}>
      {!isFixed && (
        <Row justify="between" wrap className={css.head}>
          <strong>{t('stored.title')}</strong>
          <small>{[t('stored.on', { count: on, total }), ...offParts()].join(' · ')}</small>
        </Row>
      )}
      {total === 0 && <p className={texts.help}>{t('stored.none')}</p>}
      <Stack as="ul" gap={0}>
        {data.keys.map((key) => (
          <KeyLine key={key.key_id} stored={key} isLast={total === 1} isFixed={isFixed} run={run} />
        ))}
      </Stack>
      {(total > keysPageSize || off + refused > 0) && (
        <Row justify="between" wrap className={css.foot}>
          <Row as="span" gap={[4, 8]} wrap className={css.line}>
            {off + refused > 0 && mayOperate && (
              <Button size="small" onClick={() => void run({ action: 'enable_all_keys' }, t('stored.allOn'))}>
                {t('stored.enableAll')}
              </Button>
            )}
            {refused > 0 && refused < total && maySend && (
              <Button size="small" danger onClick={() => deleteRefused()}>
                {t('stored.deleteRefused', { count: refused })}
              </Button>
            )}
          </Row>
          {total > keysPageSize && (
            <Pagination
              size="small"
              simple
              current={data.page}
              pageSize={keysPageSize}
              total={total}
              onChange={setPage}
            />
          )}
        </Row>
      )}
    </section>
  )

  function offParts(): string[] {
    return [
      ...(off > 0 ? [t('stored.off', { count: off })] : []),
      ...(refused > 0 ? [t('stored.refused', { count: refused })] : []),
    ]
  }
  function deleteRefused(): void {
    confirm({
      title: t('stored.deleteRefusedTitle', { count: refused, name: channel.name }),
      consequence: t('stored.deleteConsequence'),
      confirm: t('stored.delete'),
      run: () => run({ action: 'delete_disabled_keys' }, t('stored.deleted')),
    })
  }
}

interface KeyLineProps {
  stored: StoredKey
  isLast: boolean
  isFixed: boolean
  run(action: KeyAction, done: string): Promise<void>
}

function KeyLine({ stored, isLast, isFixed, run }: KeyLineProps) {
  const { t, i18n } = useTranslation('channel-keys')
  const confirm = useConfirmAction()
  const [isBusy, setIsBusy] = useState(false)
  const { mayOperate, maySend } = useKeyRights()
  const { key_id, key_preview: preview, status, reason, disabled_time: since, last_used_time: used } = stored
  const isOn = status === channelStatus.enabled
  const name = t('stored.keyName', { number: stored.index + 1, preview })
  const toggle = async (to: boolean) => {
    setIsBusy(true)
    await run({ action: to ? 'enable_key' : 'disable_key', key_id }, t(to ? 'stored.isOn' : 'stored.isOff', { name }))
    setIsBusy(false)
  }
  const remove = () =>
    confirm({
      title: t('stored.deleteTitle', { name }),
      consequence: t('stored.deleteConsequence'),
      confirm: t('stored.delete'),
      run: () => run({ action: 'delete_key', key_id }, t('stored.deleted')),
    })
  return (
    <Row as="li" className={css.key}>
      <div className={layout.grow}>
        <Row gap={[4, 8]} wrap className={css.line}>
          <span className={texts.faint}>{stored.index + 1}</span>
          <code>{preview}</code>
          {!isOn && (
            <StatusTag tone={status === channelStatus.autoDisabled ? 'error' : 'neutral'}>
              {t(status === channelStatus.autoDisabled ? 'stored.stateRefused' : 'stored.stateOff')}
            </StatusTag>
          )}
        </Row>
        <div className={`${css.facts} ${texts.anywhere}`}>{facts().join(' · ')}</div>
      </div>
      {!isFixed && (
        <>
          <Switch
            size="small"
            checked={isOn}
            loading={isBusy}
            disabled={!mayOperate}
            aria-label={t('stored.switch', { name })}
            onChange={(to) => void toggle(to)}
          />
          {maySend && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              disabled={isLast}
              aria-label={t('stored.deleteKey', { name })}
              onClick={remove}
            />
          )}
        </>
      )}
    </Row>
  )

  function facts(): string[] {
    const now = Math.floor(Date.now() / 1000)
    const relative = (at: number) => formatRelative(at, now, i18n.resolvedLanguage ?? 'en')
    return [
      used > 0 ? t('stored.used', { time: relative(used) }) : t('stored.neverUsed'),
      ...(since === undefined ? [] : [t('stored.since', { time: formatTime(since) })]),
      ...(reason === undefined ? [] : [reason]),
    ]
  }
}

function useKeyRights() {
  const user = useSessionUser()
  return { mayOperate: may(user, 'channel.operate'), maySend: may(user, 'channel.sensitive_write') }
}

/** Runs an action, shows its result, and reloads the keys. */
function useKeyActions(channelId: number): (action: KeyAction, done: string) => Promise<void> {
  const client = useQueryClient()
  return async (action, done) => {
    try {
      await api('POST /api/channel/multi_key/manage', { body: { channel_id: channelId, ...action } })
      toastSuccess(done)
    } catch (error) {
      toastFailure(error)
    }
    await client.invalidateQueries({ queryKey: channelKeysQuery(channelId, 1).queryKey.slice(0, 2) })
    void client.invalidateQueries({ queryKey: channelsKey })
  }
}
