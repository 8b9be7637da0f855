import { serviceFacts } from '../../effects/serviceFacts'
import AboutPage from './AboutPage'

export default function AboutRoute() {
  return <AboutPage serviceUrl={serviceFacts().serviceUrl} />
}
