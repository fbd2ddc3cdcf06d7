import { type PageGroup, pageGroups } from '../page-groups.ts';

declare const data: PageGroup[];

export { data };

export default { watch: ['../../../llms.txt'], load: pageGroups };
