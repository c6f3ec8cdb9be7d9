import { infoCard } from '@sluice/contract/options/content'
import type { UpdateStatus } from '@sluice/contract/status'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../../components/markdown.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { useStatus } from '../../../lib/queries.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { InfoRow } from '../option-row.tsx'
import css from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'

/** The running version, its start time, and whether there is a newer one. */
export function InfoCard() {
  const { t } = useTranslation('settings-other')
  const status = useStatus()
  const [update, setUpdate] = useState<UpdateStatus | null>(null)
  const { check, isChecking } = useUpdateCheck(setUpdate)
  return (
    <SettingsCard
      card={infoCard}
      actions={
        <Button aria-label={t('update.check')} loading={isChecking} onClick={check}>
          {t('update.check')}
        </Button>
      }
    >
      <InfoRow label={t('info.version')}>
        <span className={css.fact}>{status?.version}</span>
      </InfoRow>
      <InfoRow label={t('info.startTime')}>
        <span className={css.fact}>{status && <TimeText seconds={status.start_time} />}</span>
      </InfoRow>
      <UpdateDialog update={update} onClose={() => setUpdate(null)} />
    </SettingsCard>
  )
}

function useUpdateCheck(onFound: (update: UpdateStatus) => void) {
  const { t } = useTranslation('settings-other')
  const [isChecking, setIsChecking] = useState(false)
  const check = async () => {
    setIsChecking(true)
    try {
      const update = await api('GET /api/status/update')
      if (update.is_current) toastSuccess(t('update.current', { tag: update.latest }))
      else onFound(update)
    } catch (error) {
      const isUnset = error instanceof ApiError && error.code === 'release_source_missing'
      toastError(isUnset ? error.message : t('update.failed'))
    } finally {
      setIsChecking(false)
    }
  }
  return { check, isChecking }
}

function UpdateDialog({ update, onClose }: { update: UpdateStatus | null; onClose(): void }) {
  const { t } = useTranslation(['settings-other', 'common'])
  return (
    <Modal
      open={update !== null}
      title={update && t('update.found', { tag: update.latest })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:actions.close')}</Button>
          {update !== null && update.url !== '' && (
            <Button type="primary" href={update.url} target="_blank" rel="noreferrer">
              {t('update.details')}
            </Button>
          )}
        </>
      }
    >
      {update && (
        <>
          <p className={texts.below}>{t('update.running', { version: update.version })}</p>
          <div className={css.notes}>
            <Markdown text={update.notes} />
          </div>
        </>
      )}
    </Modal>
  )
}
