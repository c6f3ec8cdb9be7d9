import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogNote } from '../../../components/form-dialog.tsx'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import { useCopy } from '../../../components/use-copy.tsx'
import { useStatus } from '../../../lib/queries.ts'
import { saveText } from '../../../lib/save-text.ts'
import css from '../personal-settings.module.css'

interface CodesDialogProps {
  codes: string[]
  username: string
  onClose(): void
}

/** Shows the recovery codes, only this once: it closes when the owner confirms that they are saved. */
export function CodesDialog({ codes, username, onClose }: CodesDialogProps) {
  const { t } = useTranslation('personal-settings')
  const { copy } = useCopy()
  const status = useStatus()
  const [isKept, setIsKept] = useState(false)
  const text = codes.join('\n')
  const heading = t('authenticator.fileTitle', { site: status?.system_name ?? '', name: username })
  return (
    <Modal
      open
      title={t('authenticator.codesTitle')}
      width={560}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" disabled={!isKept} onClick={onClose}>
          {t('authenticator.done')}
        </Button>
      }
    >
      <DialogNote>{t('authenticator.codesText')}</DialogNote>
      <ul className={css.codes} aria-label={t('authenticator.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row align="stretch" wrap className={layout.notice}>
        <Button onClick={() => copy(text)}>{t('authenticator.copyAll')}</Button>
        <Button onClick={() => saveText('recovery-codes.txt', `${heading}\n\n${text}\n`)}>
          {t('authenticator.download')}
        </Button>
      </Row>
      <Checkbox checked={isKept} onChange={({ target }) => setIsKept(target.checked)}>
        {t('authenticator.kept')}
      </Checkbox>
    </Modal>
  )
}
