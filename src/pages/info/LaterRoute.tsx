import { serviceFacts } from '../../effects/serviceFacts'
import LaterPage from './LaterPage'

export default function LaterRoute() {
  return <LaterPage serviceUrl={serviceFacts().serviceUrl} />
}
