import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'

const undoSeconds = 10

interface UndoOffer {
  /** A later offer with the same key replaces this one. */
  key: string
  /** What was done. */
  title: string
  undo(): unknown
}

/** Reports what was done, with an undo button for ten seconds. */
export function useOfferUndo(): (offer: UndoOffer) => void {
  const { t } = useTranslation()
  const { notification } = App.useApp()
  return ({ key, title, undo }) =>
    notification.success({
      key,
      title,
      duration: undoSeconds,
      showProgress: true,
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(key)
            undo()
          }}
        >
          {t('actions.undo')}
        </Button>
      ),
    })
}
