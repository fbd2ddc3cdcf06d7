import { stem } from './stem.ts';

/** Words that say nothing about a topic, by language. Also tells in which language a question is asked. */
export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(`a about after all also am an and another any available anybody anyone anything are as ask at be because been before being but by can
    cannot could did different do does doing done don't else ever every exactly explain few for from get gets getting give go
    going got had happen happened happens has have having he hello hey hi her here hers him his how however i i'd i'll i'm i've if in into is
    isn't it it's its just kind know let like long looking made many may maybe me mean means might more most much
    must my need needs no not now of off often ok okay on once one only or other our out over own please possible really same say
    see shall she should show so some soon somebody someone something still such sure take tell than thank thanks that
    that's the their them then there these they thing things this those through to too under until up us use used using
    very want was way we well were what what's when where which while who whose why will with within without won't work working works would yes
    you your
    hwo waht whats wheres hows dont cant im ive u ur pls plz`),
  de: words(`aber alle allem allen aller alles als also am an auch auf aus bei bin bis bist bitte brauche da damit danke
    dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch du durch
    ein eine einem einen einer eines er es etwas für geht gibt habe haben hallo hat hier ich ihm ihn ihnen ihr ihre im
    in ist ja jede jeder jetzt kann kannst kein keine können man mehr mein meine mich mir mit muss müssen nach nein
    nicht noch nur ob oder ohne sehr sein seine sich sie sind so soll sollte über um und uns unser vom von vor wann
    war warum was weil welche welchem welchen welcher welches wenn wer werden wie wieso wir wird wo woher wohin zu zum
    zur darf darfst dürfen dürfte könnte könnten würde würden möchte möchten gern gerne sagen haben habt hätte hätten
    denn mal eigentlich finde finden`),
  fr: words(`a ai alors as au aussi autre aux avec avez avoir bonjour c'est ce cela ces cet cette ceux chez comme comment
    dans de des dois donc du elle elles en est est-ce et être faire fait faut ici il ils j'ai je la le les leur lui
    ma mais me merci mes moi mon n'est ne nos notre nous on ou où par pas peut peux plus pour pourquoi puis qu'est-ce
    quand que quel quelle quelles quels qui quoi sa sans se ses si son sont sur ta te tes toi ton tous tout toute très
    tu un une vos votre vous y à ça combien peut-on peuvent pouvez pourrait pourrais pourriez voudrais aimerais svp s'il plaît l'on
    venir aller puis-je avez-vous`),
  es: words(`a al algo antes como con cual cuales cuando cuanto cómo cuál cuándo cuánto de del desde donde dónde e el ella
    ellos en entre era es esa ese eso esta estas este esto estos está están gracias ha hacer han hasta hay hola la las
    le les lo los me mi mis muy más necesito no nos o para pero por porque puede puedo que qué quien quién se ser si
    sin sobre son su sus sí también te tener tengo tiene todo tu un una unas uno unos usted y ya yo quisiera quiero querría favor podría podrían puedes pueden ustedes cuántos cuántas`),
  it: words(`a ai al alla alle anche c'è che chi ci ciao come con cosa cos'è da dal dalla dei del della delle di dove e ed
    era gli grazie ha hai hanno ho i il in io la le lei lo loro lui ma mi mio nei nel nella no noi non o per perché
    più posso può quale quali quando quanto quello questa questi questo se sei si sia sono su sua sul sulla suo
    un'altra un una uno vi voi è`),
  pt: words(`a ao aos as até com como da das de depois do dos e ela ele em entre era essa esse esta este eu foi há isso isto
    já lhe mais mas me meu minha muito na nas no nos não nós o obrigado olá onde os ou para pela pelo pode por porque
    posso qual quais quando que quem se sem ser seu sua são só também te tem tenho tu um uma você à é`),
  nl: words(`aan al alle als ben bij dan dank dat de deze die dit doe door dus een en er ga geen graag haar hallo heb hebben
    heeft het hij hoe hun ik in is ja je jij jullie kan kunnen maar me meer met mij mijn moet naar nee niet nog nu of om
    ons ook op over te tot u uit uw van veel voor waar waarom wanneer was wat we wel welke wie wij wil worden zal ze
    zijn zo`),
  ar: words(`ما ماذا هل من هو هي هم أن إن أين اين متى كيف كم لماذا أي اي في على إلى الى عن مع هذا هذه ذلك تلك التي الذي كان كانت
    يكون تكون يمكن يمكنني يمكنكم أستطيع اريد أريد لدي لديكم لديك عندكم عندك يوجد توجد هناك هنا لي لكم لك أنا انا أنت نحن أنتم
    و أو او ثم لا نعم قد لو فضلك`),
  hi: words(`क्या है हैं था थे थी का की के को में से पर और या तो भी ही यह वह ये वे कौन कब कहाँ कहां कैसे कितना कितनी कितने क्यों
    किसे किस कोई मैं मुझे मेरा मेरी मेरे हम हमें हमारा आप आपके आपका आपकी लिए सकते सकता सकती हूँ हूं हो होता होती होना रहता
    रहती रहते जाता चाहिए बताइए कृपया नहीं न एक`),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Those of Chinese questions, and of Japanese ones as far as they are written in Chinese characters. */
export const UNSPACED_STOP_WORDS: ReadonlySet<string> = words(`
  可以 能 能否 能够 会 是 是否 有 有没有 没有 需要 想 想要 要 请 请问 怎么 怎样 怎么样 如何 什么 为什么 哪 哪些 哪个 哪里 几 多少
  多久 谁 我 我们 你 你们 您 他们 的 了 吗 呢 吧 啊 在 和 与 或 也 都 就 把 被 给 对 从 到 这 那 这个 那个 一个 这些 那些
  何 何時 何故 教 教え 私 下 方 事 時`);

/** Words of a question that say little about its topic, although some documents are about them. */
const WEAK_WORDS: ReadonlySet<string> = new Set(
  [
    ...words(`able accept add allow best different easily easy enable feature good handle help make number offer own
      possible provide put read several support way`),
    ...words(`kostet kosten coûte coûtent coûter cuesta cuestan costa costano custa custam kost`),
  ].map(stem),
);

/** Whether a term counts less than its rarity says. */
export function isWeak(term: string): boolean {
  return WEAK_WORDS.has(term);
}
