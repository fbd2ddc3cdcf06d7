/// <reference path="./stopword.d.ts" />
import {
  ara,
  ces,
  dan,
  deu,
  ell,
  eng,
  fin,
  fra,
  heb,
  hin,
  hun,
  ind,
  ita,
  jpn,
  kor,
  nld,
  nob,
  pol,
  porBr,
  ron,
  rus,
  spa,
  swe,
  tha,
  tur,
  ukr,
  vie,
  zho,
} from 'stopword';
import { withoutAccents } from './stem.ts';

/** Of the languages that the chat speaks: pronouns, auxiliaries, question words, and what is asked with them. */
export const SPOKEN_FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(`a about after all also am an and another any available anybody anyone anything anytime are as ask at be because been before being but by can
    cannot could did different do does doing done don't else ever every exactly explain few for from get gets getting give go
    going got coming comes came had happen happened happens has have having he hello hey hi her here hers him his how however i i'd i'll i'm i've if in into is
    isn't it it's its just kind know let like long looking made many may maybe me mean means might more most much
    must my need needs no not now of off often ok okay on once one only or other our out over own please possible really same say
    see shall she should show so some soon somebody someone something still such sure take tell than thank thanks that
    that's the their them then there these they thing things this those through to too under until up us use used using
    very want was way we well were what what's when where which while who whose why will with within without won't work working works would yes
    you your
    myself yourself himself herself itself ourselves themselves
    among between during per upon via each both either everything everyone everybody nothing nobody having would've
    doesn't didn't isn't wasn't aren't weren't couldn't shouldn't wouldn't hasn't haven't hadn't he's she's you're we're they're you've
    we've they've you'd you'll we'll who's there's here's let's
    doesnt didnt isnt wasnt arent couldnt shouldnt wouldnt hasnt havent
    time old much whens whys shouldnt
    hwo waht whats wheres hows dont cant im ive u ur pls plz`),
  de: words(`aber alle allem allen aller alles als also am an auch auf aus bei bin bis bist bitte brauche da damit danke
    dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch du durch
    ein eine einem einen einer eines er es etwas für geht gibt habe haben hallo hat hier ich ihm ihn ihnen ihr ihre im
    in ist ja jede jeder jetzt kann kannst kein keine können man mehr mein meine mich mir mit muss müssen nach nein
    nicht noch nur ob oder ohne sehr sein seine sich sie sind so soll sollte über um und uns unser vom von vor wann
    war warum was weil welche welchem welchen welcher welches wenn wer werden wie wieso wir wird wo woher wohin zu zum
    zur darf darfst dürfen dürfte könnte könnten würde würden möchte möchten gern gerne sagen haben habt hätte hätten
    denn mal eigentlich finde finden lang lange viel viele vielen wieviel wieviele bekomme bekommen sobald selbst selber
    meinen meinem meiner meines deinen deinem deiner seinen seinem seiner ihren ihrem ihrer ihres unsere unseren
    unserem unserer euer eure euren eurem eurer jemand niemand jedem jeden jedes wäre wären wurde wurden worden werde wirst
    waren bist seid hatte hatten konnte konnten sollen sollten willst wollen wollte wollten mögen braucht brauchen
    brauchst benötige benötigt benötigen lassen lasse lässt machen macht mache daran darauf darüber davon dabei dafür
    dagegen seit schon immer wieder dort ne nen nem hab hast ins ans aufs fürs beim vorm passiert passieren dran drauf drin
    alt uhr wozu wofür wodurch worauf woran worin womit wovon worüber wonach wobei wem wen wessen welch euch unseres dessen deren werdet würdest wärst hättest könntet könntest solltest sollt`),
  fr: words(`a ai alors as au aussi autre aux avec avez avoir bonjour c'est ce cela ces cet cette ceux chez comme comment
    dans de des dois donc du elle elles en est est-ce et être faire fait faut ici il ils j'ai je la le les leur lui
    ma mais me merci mes moi mon n'est ne nos notre nous on ou où par pas peut peux plus pour pourquoi puis qu'est-ce
    quand que quel quelle quelles quels qui quoi sa sans se ses si son sont sur ta te tes toi ton tous tout toute très
    tu un une vos votre vous y à ça combien peut-on peuvent pouvez pourrait pourrais pourriez voudrais aimerais svp s'il plaît l'on
    venir aller longtemps suis sommes êtes étais était étaient serai serait seront ont avons avait avaient aurait
    faites vais vont allez allons veux veut voulez voulons voudrait souhaite souhaitez doit doivent devez devons
    aucun aucune chaque quelque quelques leurs eux ceci celle celles toutes dès déjà encore jamais toujours sous vers
    proposez proposent heure`),
  es: words(`a al algo antes como con cual cuales cuando cuanto cómo cuál cuándo cuánto de del desde donde dónde e el ella
    ellos en entre era es esa ese eso esta estas este esto estos está están gracias ha hacer han hasta hay hola la las
    le les lo los me mi mis muy más necesito no nos o para pero por porque puede puedo que qué quien quién se ser si
    sin sobre son su sus sí también te tener tengo tiene todo tu un una unas uno unos usted y ya yo quisiera quiero querría favor podría podrían puedes pueden ustedes cuántos cuántas
    soy eres somos sois estoy estás estamos estáis fue fueron será serán sería tienes tenemos tenéis tienen tenía
    había habrá hemos habéis podemos podéis podrías podrían pudiera quiere quieres queremos queréis quieren
    quería queríamos hago haces hace hacemos hacéis hacen doy da damos dais dan voy vas va vamos vais van saber sabe sabéis saben sabría pasa pasaría debo debe deben debemos hubiera nada alguien algún alguna algunas alguno
    algunos cada otro otra otros otras todos todas ni ti nos nuestro nuestra nuestros nuestras vuestro vuestra vuestros
    vuestras aquí allí ahora entonces aún todavía siempre nunca cualquier ofrecen ofrecéis gustaría buenas
    buenos necesita necesitan necesitamos hora`),
  it: words(`a ai al alla alle anche c'è che chi ci ciao come con cosa cos'è da dal dalla dei del della delle di dove e
    ed era gli grazie ha hai hanno ho i il in io la le lei lo loro lui ma mi mio nei nel nella no noi non o per
    perché più posso può quale quali quando quanto quello questa questi questo se sei si sia sono su sua sul
    sulla suo un'altra un una uno vi voi è ad agli alcuni abbiamo avete anch'io c'erano ce devo deve dobbiamo
    essere fa fare farmi faccio fate l'ho mia miei mie ne né nell nelle negli oppure ora perche possiamo possono
    potrei potete puoi qualcosa qualcuno quanta quanti quante queste quei quella quelle qui sarebbe siamo siete
    stata stato sto sui sulle suoi te ti tra fra tutti tutto tutte vorrei voglio vostro vostra vostri vuole
    buongiorno ora`),
  pt: words(`a ao aos as até com como da das de depois do dos e ela ele em entre era essa esse esta este eu foi há isso
    isto já lhe mais mas me meu minha muito na nas no nos não nós o obrigado olá onde os ou para pela pelo pode
    por porque posso qual quais quando que quem se sem ser seu sua são só também te tem tenho tu um uma você à é
    aqui aquele aquela às cada daqui dele dela deles deste desta disso estão está estou fazer faz faço gostaria
    havia meus minhas muitos nesse neste outra outro pelos pelas podem podemos podia poderia porquê preciso
    precisa pra pro qualquer quanta quantas quanto quantos quero quer sobre sou suas ter têm tinha todo toda
    todos todas vai vou vamos vocês favor`),
  nl: words(`aan al alle als ben bij dan dank dat de deze die dit doe door dus een en er ga geen graag haar hallo heb
    hebben heeft het hij hoe hun ik in is ja je jij jullie kan kunnen maar me meer met mij mijn moet naar nee
    niet nog nu of om ons ook op over te tot u uit uw van veel voor waar waarom wanneer was wat we wel welke wie
    wij wil worden zal ze zijn zo andere alles bent daar dag doen eens gaan gaat geef had hen hier hem iets
    iemand jou jouw kunt krijg krijgen laat maken mag mogen moeten nou nodig onze sinds vind waarmee werd werkt
    wilt willen wordt zo'n zou zouden zelf alstublieft lang hoeveel`),
  pl: words(`a albo ale bez by być był była było były chcę chce chciałbym chciałabym ci co coś czego czemu czy czym dla
    dlaczego do gdy gdzie go i ich ile im inny inna ja jak jaka jaki jakie jakich jakiej jakim jaką jako je
    jeden jedna jego jej jest jestem jesteś jeśli jeżeli już kiedy kim kto ktoś która które którego której który
    których którzy lub ma macie mam mamy masz mi mnie mogę może możecie można możemy mój moja moje moją mojego
    mojej musi muszę my na nad nam nas nasz nie nich nim o od oni ono oraz państwo państwa po potrzebuję proszę
    przed przez przy również się są sobie swój ta tak także tam te tego tej teraz to trzeba tu tutaj twój ty
    tych tylko tym tę u w wam was wasz we więc wy z za ze że żeby wszystko bardzo powinienem powinnam jakiś
    jakaś będzie będą dostać prosić możliwe`),
  tr: words(`acaba ama ancak bana bazı belki ben beni benim bir biri birkaç biz bize bizi bizim bu buna bunlar bunu bunun
    burada çok çünkü da daha de değil diye en gibi hangi hangisi hani her hiç için ile ise kaç kaça kaçta kadar
    ki kim kimse kimsin lazım mi mı mu mü mıyım miyim muyum müyüm misiniz mısınız musunuz müsünüz ne neden nedir
    nelerdir neler nerede nereden nereye nasıl olan olarak oldu olur olacak olmalı ona onlar onu onun orada peki
    sen seni senin siz size sizi sizin şey şu tüm var vardır ve veya ya yani yapabilirim yapabilir yapılır
    yapıyor yapmalıyım yapmam yapıyorum yaptırabilirim yok zaman olabilir istiyorum isterim edebilir edebilirim
    edilir ediyor ediyorsunuz gerek gerekiyor gerekli alabilir alabilirim bilgi lütfen`),
  he: words(`אבל או אולי אותו אותה אותי אותך אז איזה איזו אילו איך איפה אל אם אנחנו אני אפשר את אתה אתם אתן באיזה בבקשה
    בין גם האם הוא היא הם הן זה זאת זו יש יכול יכולה יכולים יודע כמה כי כן לא לי לך לכם לנו לו לה למה לפני לאן
    מאיפה מה מהו מהי מהם מי ממתי מתי מדוע נא על עם עד עוד צריך צריכה צריכים רק רוצה רוצים של שלי שלך שלכם שלנו
    אפשרי איפוא כאן שם הזה הזאת אין אחר מותר עושים לעשות לקבל`),
  ko: words(`가능한가요 가능해요 가능합니까 것 그 그럼 그리고 나요 내 네 누가 누구 누구예요 누구세요 대해 때 되나요 돼요 됩니까 되나 수 저 저는 제가 나는 내가 좀 무엇 무엇인가요 뭐 뭐예요 뭔가요
    어느 어디 어디에 어디서 어디예요 어디인가요 어디입니까 어떤 어떻게 언제 언제인가요 언제예요 얼마 얼마나 얼마예요 얼마인가요 얼마입니까 왜 이 있나요 있어요 있습니까 있는 있는지 없나요 없어요
    할 하나요 해야 하는 하려면 해요 합니까 하고 싶어요 싶습니다 및 또는 또 은요 는요 몇 시 시에 알려주세요 알고 주세요 위해 어때요 어떤가요`),
  ar: words(`ما ماذا هل من هو هي هم أن إن أين اين متى كيف كم لماذا أي اي في على إلى الى عن مع هذا هذه ذلك تلك التي الذي كان كانت
    يكون تكون يمكن يمكنني يمكنكم أستطيع اريد أريد لدي لديكم لديك عندكم عندك يوجد توجد هناك هنا لي لكم لك أنا انا أنت نحن أنتم
    و أو او ثم لا نعم قد لو فضلك`),
  hi: words(`क्या है हैं था थे थी का की के को में से पर और या तो भी ही यह वह ये वे कौन कब कहाँ कहां कैसे कितना कितनी कितने क्यों
    किसे किस कोई मैं मुझे मेरा मेरी मेरे हम हमें हमारा आप आपके आपका आपकी लिए सकते सकता सकती हूँ हूं हो होता होती होना रहता
    रहती रहते जाता चाहिए बताइए कृपया नहीं न एक`),
};

/** Function words by language. They carry no topic, and they tell in which language a text is. */
export const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  ...SPOKEN_FUNCTION_WORDS,
  cs: new Set(ces),
  da: new Set(dan),
  el: new Set(ell),
  fi: new Set(fin),
  hu: new Set(hun),
  id: new Set(ind),
  no: new Set(nob),
  ro: new Set(ron),
  ru: new Set(rus),
  sv: new Set(swe),
  th: new Set(tha),
  uk: new Set(ukr),
  vi: new Set(vie),
};

/**
 * Common words of the languages that the chat speaks, besides those above: some may be the topic of a question, as
 * "morgen" and "offen". They count less than others.
 */
export const COMMON_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  ar: new Set(ara),
  de: new Set(deu),
  en: new Set(eng),
  es: new Set(spa),
  fr: new Set(fra),
  he: new Set(heb),
  hi: new Set(hin),
  it: new Set(ita),
  ja: new Set(jpn),
  ko: new Set(kor),
  nl: new Set(nld),
  pl: new Set(pol),
  pt: new Set(porBr),
  tr: new Set(tur),
  zh: new Set(zho),
};

/** As they are written, and as they are typed without accents; German types "ue", and "für" is not "fur". */
function words(list: string): ReadonlySet<string> {
  const written = list.trim().split(/\s+/);
  const typed = written.filter(word => !/[äöüß]/.test(word)).map(withoutAccents);
  return new Set([...written, ...typed]);
}

/** Those of Chinese questions, and of Japanese ones those in Chinese characters, without endings, or of a single sign. */
export const UNSPACED_STOP_WORDS: ReadonlySet<string> = words(`
  可以 能 能否 能够 会 是 是否 有 有没有 没有 需要 想 想要 要 请 请问 怎么 怎样 怎么样 如何 什么 为什么 哪 哪些 哪个 哪里 几 多少
  多久 谁 我 我们 你 你们 您 他们 的 了 吗 呢 吧 啊 在 和 与 或 也 都 就 把 被 给 对 从 到 这 那 这个 那个 一个 这些 那些
  何 何時 何故 教 私 下 方 事 時 使 利用 使用 行 大丈夫 は が を に へ と も の で か や ね よ
  です ます いくら どこ いつ どう どれ ある あり ない なん なに`);
