import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../components/use-copy.tsx'
import { formatQuota } from '../../lib/format.ts'
import { saveText } from '../../lib/save-text.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './redemption.module.css'
import { fileNameOf } from './redemption-values.ts'

export interface CreatedCodes {
  keys: string[]
  name: string
  /** The quota of each code. */
  quota: number
}

/** The new codes, one a line, to copy or save as a file. */
export function CreatedDialog({ created, onClose }: { created: CreatedCodes | null; onClose(): void }) {
  const { t } = useTranslation('redemption')
  const { copy } = useCopy()
  const format = useQuotaFormat()
  const { keys, name, quota } = created ?? { keys: [], name: '', quota: 0 }
  const count = keys.length
  const text = keys.join('\n')
  return (
    <Modal
      open={created !== null}
      title={t('created.title', { count })}
      width={560}
      onCancel={onClose}
      destroyOnHidden
      footer={[
        <Button key="done" onClick={onClose}>
          {t('created.done')}
        </Button>,
        <Button key="download" onClick={() => saveText(fileNameOf(name), `${text}\n`)}>
          {t('created.download')}
        </Button>,
        <Button key="copy" type="primary" autoFocus onClick={() => copy(text, t('copiedCount', { count }))}>
          {count > 1 ? t('created.copyAll') : t('created.copy')}
        </Button>,
      ]}
    >
      <p className={css.summary}>{t('created.summary', { name, amount: formatQuota(quota, format) })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard. */}
      <section className={css.codes} tabIndex={0} aria-label={t('created.codes')}>
        <pre>{text}</pre>
      </section>
    </Modal>
  )
}
