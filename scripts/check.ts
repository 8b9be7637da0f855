// `npm run check`: everything that needs no browser and no build.
import { check, conclude } from './steps'

conclude(check())
