using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Net;

public static class AsSent
{
    public static void Main(string[] args)
    {
        var parameters = new SortedDictionary<string, string>(StringComparer.Ordinal);
        for (var at = 1; at < args.Length; at += 2) parameters[args[at]] = args[at + 1];
        var text = string.Join("&", parameters.Select(pair => WebUtility.UrlEncode(pair.Key) + "=" + WebUtility.UrlEncode(pair.Value)));
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(args[0])))
            Console.WriteLine(text + "&hash=" + BitConverter.ToString(hmac.ComputeHash(Encoding.UTF8.GetBytes(text))).Replace("-", ""));
    }
}
