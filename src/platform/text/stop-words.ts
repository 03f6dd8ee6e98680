/**
 * The most common words of English, German, French, Spanish, Italian, Portuguese and Dutch, which have little
 * meaning.
 */
export const stopWords: ReadonlySet<string> = new Set(
  [
    "a about above after again against all also am an and any are as at be because been before being below between both but by can could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me more most my no nor not now of off on once only or other our ours out over own same she should so some such than that the their theirs them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your yours please",
    "aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dein dem den der des die dir du durch ein eine einem einen einer eines er es euer für hab habe haben hat hier ich ihm ihn ihr im in ist ja kann können man mein mich mir mit muss nach nicht noch nur oder ohne sein sich sie sind so über um und uns unser vom von vor war was wenn wer wie wir wird wo zu zum zur",
    "au aux avec ce ces cet cette comme dans de des du elle elles en est et eux il ils je la le les leur lui ma mais me mes moi mon ne nos notre nous on ou où par pas plus pour qu que qui sa se ses son sont sur ta te tes toi ton tu un une vos votre vous à été être",
    "al algo como con cual cuando de del desde donde el ella ellas ellos en entre era es esa ese eso esta este esto está están fue ha hay la las le les lo los me mi mis muy más nada ni no nos o para pero por porque qué que quien se ser si sin sobre son su sus también te tiene tu tus un una unas uno unos y ya yo él",
    "agli ai al alla alle anche che chi ci come con cui da dal dalla dei del della delle di dove e ed gli ha hai hanno ho i il in io la le lei li lo loro lui ma mi mia mio nei nel nella noi non o per perché più quale quando quella quello questa questo se sei si sia sono su sua suo tra tu tuo un una uno vi voi è",
    "ao aos as até com como da das de dela dele do dos e ela ele eles em entre era essa esse esta este eu foi isso isto já lhe mais mas me meu minha muito na nas nem no nos não o os ou para pela pelo por qual quando que quem se sem ser seu sua são também te tem tu um uma você à às é",
    "aan al als alles ben bij dan dat de der deze die dit doch doen door dus een en er ge geen had heb hebben heeft hem het hier hij hoe hun ik in is je kan kunnen maar me meer men met mij mijn na naar niet nog nu of om omdat ons ook op over te tegen toch toen tot u uit uw van veel voor want waren was wat wel werd wie wij wil worden zal ze zei zich zij zijn zo zou",
  ].flatMap((words) => words.split(" ")),
);
